import type { Page } from '@playwright/test';
import { messages } from '#contract/messages/messages.ts';
import { paths } from '#contract/shop/paths.ts';
import { toast } from '#tests/support/buying-test.ts';
import { cutCall } from '#tests/support/page-calls.ts';
import type { Buyer, ShopApi } from '#tests/support/shop-api.ts';
import { expect, signInPage, test } from '#tests/support/shop-test.ts';

const banner = (page: Page) => page.getByRole('region', { name: 'A pattern nobody else has' });
const choice = (page: Page) =>
  banner(page).getByRole('checkbox', { name: 'Sign up for updates to hear when customs open.' });

async function isChosen(api: ShopApi, { token }: Buyer): Promise<boolean | undefined> {
  return (await api.call('me', { token })).user.hasCustomsNews;
}

test('leads a visitor who wants to be notified of open custom requests to sign up', {
  tag: ['@D07'],
}, async ({ page }) => {
  await page.goto(paths.home.path);
  await expect(choice(page)).toHaveCount(0);
  await banner(page).getByRole('link', { name: 'Sign up for updates' }).click();
  await expect(page).toHaveURL(paths.signUp.path);
});

test('lets a signed-in buyer choose to be notified of open custom requests', {
  tag: ['@D07'],
}, async ({ page, api }) => {
  const buyer = await signInPage(page, api);
  await page.goto(paths.home.path);
  await expect(choice(page)).not.toBeChecked();
  await choice(page).click();
  await expect(toast(page, messages.custom.newsOn)).toBeVisible();
  expect(await isChosen(api, buyer)).toBe(true);

  await page.reload();
  await expect(choice(page)).toBeChecked();
  await choice(page).click();
  await expect(toast(page, messages.custom.newsOff)).toBeVisible();
  await expect(choice(page)).not.toBeChecked();
  expect(await isChosen(api, buyer)).toBe(false);
});

test.describe('a choice that does not reach the shop', () => {
  test.use({ expectedErrors: [/ERR_FAILED/] });

  test('is reported and reverted', async ({ page, api }) => {
    await signInPage(page, api);
    await page.goto(paths.home.path);
    await cutCall(page, 'customsNews');
    await choice(page).click();
    await expect(toast(page, messages.custom.newsFailed)).toBeVisible();
    await expect(choice(page)).not.toBeChecked();
    await expect(choice(page)).toBeFocused();
  });
});
