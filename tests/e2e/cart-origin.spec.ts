import type { Browser, Page } from '@playwright/test';
import { paths, productPath } from '#contract/shop/paths.ts';
import { cartLines, expect, signInByForm, test, toast } from '#tests/support/buying-test.ts';
import { addFromPage, serverCart, someDesigns } from '#tests/support/device-journeys.ts';
import type { Buyer } from '#tests/support/shop-api.ts';

const phoneAgent = 'Mozilla/5.0 (Linux; Android 16) Chrome/140.0 Mobile Safari/537.36';

/** A browser of its own that signs in by the form. */
async function openDevice(
  browser: Browser,
  baseURL: string,
  buyer: Buyer,
  userAgent?: string,
): Promise<Page> {
  const context = await browser.newContext({ baseURL, ...(userAgent && { userAgent }) });
  const page = await context.newPage();
  await page.goto(paths.signIn.path);
  await signInByForm(page, buyer);
  return page;
}

test('the cart names the device a design was added or removed on, until that is signed out', async ({
  browser,
  shop,
  api,
}) => {
  const [fox, moon] = await someDesigns(api);
  const buyer = await api.newBuyer();
  const laptop = await openDevice(browser, shop.url, buyer);
  await laptop.goto(paths.myAccount.path);
  const devices = laptop.getByRole('region', { name: 'Your devices' });
  await devices
    .getByRole('button', { name: /^Rename/ })
    .first()
    .click();
  await laptop.getByRole('dialog').getByLabel('Name').fill('Laptop');
  await laptop.getByRole('button', { name: 'Save name' }).click();
  await expect(devices.getByRole('button', { name: 'Rename Laptop' })).toBeVisible();
  await addFromPage(laptop, fox._id);

  const phone = await openDevice(browser, shop.url, buyer, phoneAgent);
  await phone.goto(productPath(moon._id));
  await phone.evaluate(() => navigator.serviceWorker.ready);
  await phone.context().setOffline(true);
  await phone.getByRole('button', { name: 'Add to Cart' }).click();
  await phone.getByRole('link', { name: /^Cart/ }).first().click();
  await expect(cartLines(phone).filter({ hasText: moon.title })).not.toContainText('Added on');
  await phone.context().setOffline(false);
  await expect(cartLines(phone).filter({ hasText: fox.title })).toContainText('Added on Laptop');
  await expect(cartLines(phone).filter({ hasText: moon.title })).not.toContainText('Added on');

  await expect.poll(() => serverCart(api, buyer)).toHaveLength(2);
  await laptop.goto(paths.cart.path);
  await expect(cartLines(laptop)).toHaveCount(2);
  await laptop.getByRole('button', { name: `Remove ${moon.title}` }).click();
  await expect(toast(laptop, 'Item removed successfully')).toBeVisible();
  await expect(cartLines(laptop)).toHaveCount(1);
  await expect.poll(() => serverCart(api, buyer)).toHaveLength(1);

  await phone.reload();
  const removed = phone.getByRole('list', { name: 'Removed on other devices' });
  await expect(removed).toContainText(`${moon.title} was removed on Laptop.`);
  await removed.getByRole('button', { name: 'Undo' }).click();
  await expect(cartLines(phone)).toHaveCount(2);
  await expect(removed).toHaveCount(0);

  await laptop.goto(paths.myAccount.path);
  await devices.getByRole('button', { name: 'Sign out Chrome on Android' }).click();
  await expect(toast(laptop, 'Signed out')).toBeVisible();
  await phone.reload();
  await expect(phone.getByRole('link', { name: 'Sign in' }).first()).toBeVisible();
});
