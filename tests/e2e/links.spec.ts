import type { Page } from '@playwright/test';
import { paths } from '#contract/shop/paths.ts';
import { expect, test } from '../support/shop-test.ts';

declare global {
  interface Window {
    /** Set by a test; missing once another document is loaded. */
    isSameDocument?: boolean;
  }
}

const terms = (page: Page) => page.getByRole('banner').getByRole('link', { name: 'T&C' });
const markDocument = (page: Page) =>
  page.evaluate(() => {
    window.isSameDocument = true;
  });
const isSameDocument = (page: Page) => page.evaluate(() => window.isSameDocument === true);

test('a link opens in a new tab with Ctrl', async ({ page, context }) => {
  await page.goto(paths.shop.path);
  const opened = context.waitForEvent('page');
  await terms(page).click({ modifiers: ['ControlOrMeta'] });
  await expect(await opened).toHaveURL(paths.terms.path);
  await expect(page).toHaveURL(paths.shop.path);
});

test('a link out of the checkout loads another document', async ({ page }) => {
  await page.goto(paths.checkout.path);
  await markDocument(page);
  await terms(page).click();
  await expect(page).toHaveURL(paths.terms.path);
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Terms and conditions');
  expect(await isSameDocument(page)).toBe(false);
});
