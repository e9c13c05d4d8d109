import type { Page } from '@playwright/test';
import { paths } from '#contract/shop/paths.ts';
import { changeDocuments } from '#tests/support/page-calls.ts';
import { expect, signInPage, test } from '#tests/support/shop-test.ts';

test.use({
  expectedErrors: [
    /Failed to load resource|designers\.map is not a function|TypeError|MissingCodeError/,
  ],
});

const cards = (page: Page) => page.getByRole('region', { name: 'Results' }).getByRole('article');

test('no error leaves a blank page, and the broken screen can be reloaded', {
  tag: ['@T15'],
}, async ({ page }) => {
  await changeDocuments(page, (html) => html.replace('"designers":[', '"designers":5,"":['));
  await page.goto('/licence');
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Unexpected Application Error!');

  await page.unrouteAll();
  await page.getByRole('button', { name: 'Reload' }).click();
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Licences');
});

test.describe('code that does not load', () => {
  const lose = (page: Page, file: string) => page.route(`**/assets/${file}-*.js`, (r) => r.abort());
  const failedToOpen = (page: Page) =>
    page.getByRole('region', { name: 'Notifications' }).getByText(/^This can’t be opened/);

  test('of a menu, a screen or the account area is reported, and can be requested again', async ({
    page,
    api,
  }) => {
    await test.step('of a menu is reported, and requested again on the next press', async () => {
      await signInPage(page, api);
      await lose(page, 'menu-popover');
      await page.goto(paths.terms.path);
      const avatar = page.getByRole('button', { name: /^Account of/ });
      await avatar.click();
      await expect(failedToOpen(page)).toBeVisible();
      await expect(avatar).toBeFocused();
      await page.unrouteAll();
      await avatar.click();
      await expect(page.getByRole('menuitem', { name: 'Logout' })).toBeVisible();
    });

    await test.step('of a screen leaves the frame, the way back and a retry', async () => {
      await page.keyboard.press('Escape');
      await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
      await page.route('**/assets/*.js', (route) => route.abort());
      await page.route('**/api/**', (route) => route.abort());
      const missing = page.getByRole('heading', { level: 1, name: 'Not saved on this device yet' });
      for (const link of ['Licences', 'Best sellers']) {
        await page.getByRole('link', { name: link, exact: true }).click();
        await expect(missing).toBeFocused();
        await expect(page).toHaveTitle('Not saved on this device yet · Pinwheel');
        await expect(page.getByRole('banner')).toBeVisible();
      }
      await page.goBack();
      await page.goBack();
      await expect(page.getByRole('heading', { level: 1 })).toHaveText('Terms and conditions');

      await page.goForward();
      const retry = page.getByRole('button', { name: 'Try again' });
      await retry.click();
      await expect(retry).toHaveAttribute('aria-busy', 'false');
      await expect(missing).toBeVisible();
      await page.unrouteAll();
      await retry.click();
      await expect(page.getByRole('heading', { level: 1 })).toHaveText('Licences');
    });

    await test.step('of the account area leaves the frame and a retry', async () => {
      await lose(page, 'dashboard-frame');
      await page.goto(paths.myOrders.path);
      await expect(page.getByRole('heading', { level: 1 })).toHaveText(
        'Not saved on this device yet',
      );
      await expect(page.getByRole('banner')).toBeVisible();
      await page.unrouteAll();
      await page.getByRole('button', { name: 'Try again' }).click();
      await expect(page.getByRole('heading', { level: 1 })).toHaveText('My orders');
      await expect(page.getByRole('navigation', { name: 'Account area' })).toBeVisible();
    });
  });

  test('of a dialog is reported, and requested again on the next press', async ({ page }) => {
    await page.setViewportSize({ width: 360, height: 740 });
    await lose(page, 'overlay-sheet');
    await page.goto(paths.terms.path);
    const menu = page.getByRole('button', { name: 'Menu' });
    await menu.click();
    await expect(failedToOpen(page)).toBeVisible();
    await expect(menu).toHaveAttribute('aria-expanded', 'false');
    await page.unrouteAll();
    await menu.click();
    await expect(page.getByRole('dialog', { name: 'Menu' })).toBeVisible();
  });

  test('of the filters leaves the cards usable', async ({ page }) => {
    await lose(page, 'filter-panel');
    await page.goto(paths.shop.path);
    await expect(cards(page)).toHaveCount(28);
    const retry = page.getByRole('button', { name: /^Couldn’t load filters/ });
    await expect(retry).toBeVisible();
    await page.unrouteAll();
    await retry.click();
    await expect(page.getByRole('group', { name: 'Designer' })).toBeVisible();
  });
});
