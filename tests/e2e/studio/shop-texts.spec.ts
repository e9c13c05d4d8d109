import type { Page } from '@playwright/test';
import { studioCallPath } from '#contract/studio/calls.ts';
import { expect, test } from '../../support/offline-test.ts';
import { signInToStudio } from '../../support/studio-page.ts';
import { expectSoundScreen } from '../../support/studio-screen.ts';

async function publish(page: Page): Promise<void> {
  await page.getByRole('button', { name: 'Publish', exact: true }).click();
  await expect(page.getByText(/^Version \d is in force\./)).toBeVisible();
}

test('words published in the studio are what the shop shows, offline too', async ({ phone }) => {
  const page = await phone.visit('/');
  await signInToStudio(page, phone.api, phone.url);
  const studio = await page.context().newPage();
  await studio.goto(`${phone.url}/studio/texts`);
  await studio.getByRole('link', { name: 'Opening' }).click();
  const words = studio.getByRole('textbox', { name: 'Title' });
  await words.fill('Moons');
  const preview = studio.frameLocator('iframe').locator('h1');
  await expect(preview).toHaveText('Moons');
  const { promise: isTyped, resolve: send } = Promise.withResolvers<void>();
  await studio.route(`**${studioCallPath('publishContent')}`, async (route) => {
    await isTyped;
    await route.continue();
  });
  await studio.getByRole('button', { name: 'Publish', exact: true }).click();
  await expect(studio.getByRole('button', { name: 'Publishing…' })).toBeVisible();
  await words.fill('Moons, and more moons');
  send();
  await expect(studio.getByText('Published. The shop shows it in a moment.')).toBeVisible();
  await expect(words).toHaveValue('Moons, and more moons');
  await publish(studio);
  await studio.getByRole('link', { name: 'All shop texts' }).click();
  await studio.getByRole('link', { name: 'Questions and answers' }).click();
  await studio.getByRole('button', { name: 'Add a question' }).click();
  await studio.getByRole('button', { name: 'Publish', exact: true }).click();
  const question = studio.getByRole('textbox', { name: 'Question' }).last();
  await expect(question).toBeFocused();
  await expect(question).toHaveAccessibleDescription(/missing/);
  await question.fill('Do you draw owls?');
  await studio.getByRole('textbox', { name: 'Answer', exact: true }).last().fill('Gladly.');
  await publish(studio);
  await expectSoundScreen(studio);
  await studio.close();

  const title = page.getByRole('heading', { level: 1 });
  await expect(async () => {
    await page.reload();
    await expect(title).toHaveText('Moons, and more moons', { timeout: 1000 });
    await expect(page.getByText('Do you draw owls?')).toBeVisible({ timeout: 1000 });
  }).toPass();
  await phone.lose('offline');
  await page.reload();
  await expect(title).toHaveText('Moons, and more moons');
  await expect(page.getByText('Do you draw owls?')).toBeVisible();
});
