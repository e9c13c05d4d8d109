import { expect, test } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { Refusal } from '#tests/support/calls-at-fetch.ts';
import { makeDesign } from '#tests/support/designs-at-fetch.ts';
import { comeBack, menuLink, openStudio, screenShown } from '#tests/support/open-studio.tsx';
import { expectSoundScreen } from '#tests/support/sound-screen.ts';
import type { StudioAtFetch } from '#tests/support/studio-at-fetch.ts';

const everyCall = (code: 'NOT_SIGNED_IN' | 'REMOVED') => () => {
  throw new Refusal(code);
};
const again = page.getByRole('dialog', { name: 'Please sign in again' });

const withData = ({ handlers }: StudioAtFetch) => {
  handlers.data = () => ({
    tables: {
      designs: 36,
      orders: 2,
      payments: 2,
      months: 1,
      commissions: 1,
      customers: 1,
      licences: 2,
    },
    files: { count: 40, bytes: 9_000_000 },
    backups: [],
    machine: 'here',
    newestElsewhere: null,
    run: null,
  });
  handlers.books = () => ({ months: [], isTrial: false });
  handlers.owners = () => ({ owners: [{ name: 'Ben', email: 'ben@studio.example' }] });
};

test('when a session ends, the page stays unchanged behind the sign-in', async () => {
  const design = makeDesign();
  const studio = openStudio({ path: '/designs', saved: { designs: [design] } });
  const heading = page.getByRole('heading', { level: 1, name: 'Designs' });
  await screenShown();
  studio.handlers.designs = everyCall('NOT_SIGNED_IN');
  comeBack();
  await expect.element(again).toBeVisible();
  await userEvent.keyboard('{Escape}');
  await expect.element(page.getByText('You were signed out.', { exact: false })).toBeVisible();
  await expect.element(heading).toBeVisible();
  await expect.element(page.getByRole('link', { name: design.title })).toBeVisible();
});

test('a download after the session ended asks for the sign-in and saves no error page', async () => {
  const studio = openStudio({ path: '/data', prepare: withData });
  const button = page.getByRole('button', { name: /^Orders as CSV/ });
  await expect.element(button).toBeVisible();
  studio.handlers.me = everyCall('NOT_SIGNED_IN');
  await button.click();
  await expect.element(again).toBeVisible();
  expect(location.pathname).toBe('/studio/data');
});

test('an invalid invitation link says so', async () => {
  openStudio({ path: '/accept#token=nothing-of-the-kind' });
  await expect
    .element(page.getByRole('heading', { name: 'This invitation has expired' }))
    .toBeVisible();
});

test('a shop that fails does not count as signed out, and can be retried', async () => {
  const studio = openStudio({
    path: '/designs',
    prepare({ handlers }) {
      handlers.me = () => {
        throw new Refusal('UNAVAILABLE');
      };
    },
  });
  const retry = page.getByRole('button', { name: 'Try again' });
  await expect.element(retry).toBeVisible();
  delete studio.handlers.me;
  await retry.click();
  await expect.element(page.getByRole('heading', { level: 1, name: 'Designs' })).toBeVisible();
});

test('somebody whose role changes while they type is told, and keeps the text', async () => {
  const studio = openStudio({ path: '/settings', prepare: withData });
  const forbidden = () => {
    throw new Refusal('FORBIDDEN');
  };
  const name = page.getByRole('textbox', { name: /^Name/ }).first();
  await name.fill('Stitches');
  studio.user.role = 'editor';
  studio.handlers.saveSettings = forbidden;
  await page.getByRole('button', { name: 'Save' }).first().click();

  const news = page.getByRole('alert').filter({ hasText: 'you’re an editor now' });
  await expect.element(news).toMatchTextContent('What you typed is still here.');
  await expect.element(name).toHaveValue('Stitches');
  await expectSoundScreen();
  await news.getByRole('button', { name: 'Continue as an editor' }).click();
  const ownersOnly = page.getByRole('heading', { name: 'Only an owner can open this' });
  await expect.element(ownersOnly).toBeVisible();
  await expect.element(menuLink('Settings')).toHaveLength(0);

  studio.user.role = 'owner';
  studio.goto('/data');
  const backUp = page.getByRole('button', { name: 'Back up now' });
  await expect.element(backUp).toBeVisible();
  studio.user.role = 'editor';
  studio.handlers.backUp = forbidden;
  await backUp.click();
  await expect.element(ownersOnly).toBeVisible();
  await expect.element(news).toBeVisible();

  studio.handlers.designs = everyCall('REMOVED');
  await menuLink('Designs').click();
  await expect.element(page.getByRole('heading', { name: 'You were removed' })).toBeVisible();
  await expectSoundScreen();
  await page.getByRole('button', { name: 'Sign in with another account' }).click();
  await expect.element(page.getByLabelText('Password', { exact: true })).toBeVisible();
});
