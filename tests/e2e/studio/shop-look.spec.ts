import type { Page } from '@playwright/test';
import { studioCallPath } from '#contract/studio/calls.ts';
import { expect, test } from '../../support/offline-test.ts';
import { picture } from '../../support/pictures.ts';
import { signInToStudio } from '../../support/studio-page.ts';
import { expectSoundScreen } from '../../support/studio-screen.ts';

async function publish(page: Page): Promise<void> {
  await page.getByRole('button', { name: 'Publish', exact: true }).click();
  await expect(page.getByText(/^Version \d is in force\./)).toBeVisible();
}

/** The page's background in every frame since the document was opened. */
async function framesSeen(page: Page): Promise<string[]> {
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
  return page.evaluate(() => [...((globalThis as { seen?: Set<string> }).seen ?? [])]);
}

test('words, a logo and colours chosen in the studio are the shop’s, offline too', async ({
  phone,
}) => {
  const page = await phone.visit('/');
  await signInToStudio(page, phone.api, phone.url);
  const studio = await page.context().newPage();
  await test.step('words published in the studio are what the shop shows, offline too', async () => {
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
    await phone.regain();
  });

  await test.step('a logo uploaded in the studio is the shop’s, offline too, and can be undone', async () => {
    await studio.goto(`${phone.url}/studio/texts/look`);
    const choose = async (name: string, buffer: Buffer) =>
      studio.getByLabel('Logo to upload').setInputFiles({ name, mimeType: 'image/png', buffer });
    await choose('tiny.png', await picture('png', { width: 20 }));
    await expect(studio.getByText(/only 20 × 48 px/)).toBeVisible();
    await choose('logo.png', await picture('png', { width: 400, height: 200 }));
    await expect(studio.getByRole('img', { name: 'Your logo' })).toBeVisible();
    await studio.getByLabel('Shown as').selectOption('Logo alone');
    await studio.getByRole('button', { name: 'Publish', exact: true }).click();
    await expect(studio.getByText('Version 2 is in force.')).toBeVisible();

    const logo = page.getByRole('banner').getByRole('img', { name: 'Pinwheel' });
    await expect(async () => {
      await page.reload();
      await expect(logo).toBeVisible({ timeout: 1000 });
    }).toPass();
    await phone.lose('offline');
    await page.reload();
    await expect(logo).toBeVisible();
    const width = () => logo.evaluate((image) => (image as HTMLImageElement).naturalWidth);
    await expect.poll(width).toBeGreaterThan(100);
    await phone.regain();
    await studio.getByRole('button', { name: 'Undo' }).click();
    await expect(async () => {
      await page.reload();
      await expect(page.getByRole('banner')).toContainText('Pinwheel', { timeout: 1000 });
      await expect(logo).toHaveCount(0);
    }).toPass();
  });

  await test.step('colours chosen in the studio are the shop’s from the first frame, offline too', async () => {
    await studio.getByRole('textbox', { name: 'Page', exact: true }).fill('#eef4ff');
    await studio.getByRole('textbox', { name: 'Accent', exact: true }).fill('#e06090');
    await expect(studio.getByText(/colour combinations aren’t readable enough/)).toBeVisible();
    await studio.getByRole('button', { name: 'Publish', exact: true }).click();
    await expect(studio.getByRole('textbox', { name: 'Accent', exact: true })).toBeFocused();
    await studio.getByRole('button', { name: 'Use it for Accent' }).click();
    await expect(studio.getByText(/^All \d+ colour combinations are readable/)).toBeVisible();
    await studio.locator('iframe').evaluate((preview) => preview.remove());
    await expectSoundScreen(studio);
    await studio.getByRole('button', { name: 'Publish', exact: true }).click();
    await expect(studio.getByText('Version 4 is in force.')).toBeVisible();
    await studio.close();

    const chosen = 'rgb(238, 244, 255)';
    await expect(async () => {
      await page.reload();
      await expect(page.locator('html')).toHaveCSS('background-color', chosen, { timeout: 1000 });
    }).toPass();
    await page.addInitScript(() => {
      const seen = new Set<string>();
      Object.assign(globalThis, { seen });
      const look = () => {
        seen.add(getComputedStyle(document.documentElement).backgroundColor);
        requestAnimationFrame(look);
      };
      requestAnimationFrame(look);
    });
    await page.reload();
    expect(await framesSeen(page)).toEqual([chosen]);
    await phone.lose('offline');
    await page.reload();
    expect(await framesSeen(page)).toEqual([chosen]);
    await expect(page.locator('meta[name="theme-color"]').last()).toHaveAttribute(
      'content',
      '#eef4ff',
    );
  });
});
