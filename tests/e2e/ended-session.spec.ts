import type { Page } from '@playwright/test';
import { messages } from '#contract/messages/messages.ts';
import { callPath } from '#contract/shop/calls.ts';
import { paths, productPath } from '#contract/shop/paths.ts';
import {
  cartLines,
  cartLink,
  expect,
  logOut,
  signIn,
  signInByForm,
  test,
  toast,
} from '#tests/support/buying-test.ts';
import { someDesigns } from '#tests/support/device-journeys.ts';
import type { Buyer, ShopApi } from '#tests/support/shop-api.ts';

const words = '1 change by Hazel';
const note = (page: Page) => page.getByRole('main').getByText(`${words} is stored on`);
const chip = (page: Page) => page.getByRole('button', { name: `${words} stored` });

/** According to the shop's database, because the ended session's token can't be used. */
function cartOf(api: ShopApi, { user }: Buyer): readonly unknown[] {
  const lines = api.sql('SELECT productId FROM cartLines WHERE accountId = ?', user._id);
  return lines.map(({ productId }) => productId);
}

/** Stores one change that the shop hasn't received; then the shop ends the session. */
async function endWithChange(page: Page, api: ShopApi, buyer: Buyer): Promise<string> {
  const [{ _id }] = await someDesigns(api);
  let isLost = true;
  await page.route(`**${callPath('cartAdd')}`, (route) =>
    isLost ? route.abort() : route.fallback(),
  );
  await signIn(page, buyer);
  await page.goto(productPath(_id));
  await page.getByRole('button', { name: 'Add to Cart' }).click();
  await expect(cartLink(page, 1)).toBeVisible();
  // Otherwise the previous page could notice the ended session first.
  await page.goto('/favicon.svg');
  await api.call('logout', { token: buyer.token });
  await page.goto(paths.cart.path, { waitUntil: 'commit' });
  await expect(toast(page, 'Your session has expired. Please sign in again.')).toBeVisible();
  await expect(chip(page)).toBeVisible();
  isLost = false;
  return _id;
}

test.describe('after the shop ended a session', () => {
  test.use({ expectedErrors: [/status of 401|ERR_FAILED/] });

  test('cart and chip say whose changes are stored, and they are sent after sign-in', {
    tag: ['@P03'],
  }, async ({ page, api }) => {
    const buyer = await api.newBuyer();
    const designId = await endWithChange(page, api, buyer);
    await expect(note(page)).toBeVisible();
    await page.reload();
    await expect(note(page)).toBeVisible();
    await expect(cartLines(page)).toHaveCount(0);
    await expect(cartLink(page, 0)).toBeVisible();
    await chip(page).click();
    const sheet = page.getByRole('dialog', { name: 'Changes' });
    await expect(sheet.getByRole('heading', { name: 'Changes by Hazel' })).toBeVisible();
    await page.keyboard.press('Escape');

    await page.getByRole('main').getByRole('link', { name: 'Sign in' }).click();
    await signInByForm(page, buyer);
    await expect(page).toHaveURL(paths.cart.path);
    await expect(cartLines(page)).toHaveCount(1);
    await expect(note(page)).toHaveCount(0);
    await expect.poll(() => cartOf(api, buyer)).toEqual([designId]);
  });

  test('the name is hidden once somebody else has signed in, and the changes still arrive', {
    tag: ['@P18'],
  }, async ({ page, api }) => {
    const buyer = await api.newBuyer();
    const designId = await endWithChange(page, api, buyer);
    await expect(note(page)).toBeVisible();
    await page.goto(paths.signIn.path);
    await signInByForm(page, await api.newBuyer());
    await page.goto(paths.cart.path);
    await expect(page.getByRole('heading', { name: messages.checkout.cartEmpty })).toBeVisible();
    await expect(page.getByText(words)).toHaveCount(0);
    await logOut(page);
    await page.goto(paths.cart.path);
    await expect(page.getByRole('heading', { name: messages.checkout.cartEmpty })).toBeVisible();
    await expect(page.getByText(words)).toHaveCount(0);
    await page.goto(paths.signIn.path);
    await signInByForm(page, buyer);
    await expect.poll(() => cartOf(api, buyer)).toEqual([designId]);
  });

  test('another user of the device can hide the name, and the changes still arrive', async ({
    page,
    api,
  }) => {
    const buyer = await api.newBuyer();
    const designId = await endWithChange(page, api, buyer);
    await chip(page).click();
    await page.getByRole('button', { name: 'Not Hazel? Hide this' }).click();
    await expect(page.getByText(words)).toHaveCount(0);
    await page.reload();
    await expect(page.getByRole('heading', { name: messages.checkout.cartEmpty })).toBeVisible();
    await expect(page.getByText(words)).toHaveCount(0);
    await page.goto(paths.signIn.path);
    await signInByForm(page, buyer);
    await expect.poll(() => cartOf(api, buyer)).toEqual([designId]);
  });
});
