import type { Page } from '@playwright/test';
import { itemLicencePath, paths, productPath, searchPath } from '#contract/shop/paths.ts';
import { buy } from '#tests/support/buying-test.ts';
import { someDesigns } from '#tests/support/device-journeys.ts';
import { shiftsOf, watchShifts } from '#tests/support/layout-shifts.ts';
import { expect, type Phone, test } from '#tests/support/offline-test.ts';

/** A buyer's phone with the shop, two orders and a filled cart. */
async function openBuyersPhone(phone: Phone) {
  const [fox, moon, fern] = await someDesigns(phone.api);
  const buyer = await phone.api.newBuyer();
  const order = await buy(phone.api, phone.url, buyer, fox);
  await buy(phone.api, phone.url, buyer, moon);
  await phone.api.call('cartAdd', { token: buyer.token, body: { productId: fern._id } });
  await phone.api.call('wishlistAdd', { token: buyer.token, body: { productId: fern._id } });
  const page = await phone.visit(paths.shop.path, buyer);
  const screens = [
    paths.home.path,
    paths.shop.path,
    paths.bestSellers.path,
    searchPath('moon'),
    productPath(fox._id),
    productPath('0'.repeat(24)),
    paths.cart.path,
    paths.checkout.path,
    paths.orderSuccess.path,
    paths.myWishlist.path,
    paths.myOrders.path,
    itemLicencePath(order._id, order.items[0]?._id ?? ''),
    itemLicencePath(order._id, '0'.repeat(24)),
    paths.myAccount.path,
    paths.terms.path,
    paths.licence.path,
    '/no-such-page',
  ];
  return { page, screens };
}

/** Slows the page to the speed of a cheap phone. */
async function slowDown(page: Page): Promise<void> {
  const session = await page.context().newCDPSession(page);
  await session.send('Emulation.setCPUThrottlingRate', { rate: 4 });
}

async function expectNoShift(page: Page, url: string): Promise<void> {
  await page.goto(url);
  await expect(page.locator('h1')).toBeVisible();
  // Everything late has arrived: code, answers, notes, the chip.
  await page.waitForLoadState('networkidle');
  expect.soft(await shiftsOf(page), url).toEqual([]);
}

for (const [width, height] of [
  [360, 780],
  [1440, 900],
] as const) {
  test(`nothing moves while a screen loads, online and offline, at ${width} px`, async ({
    phone,
  }) => {
    test.slow();
    const { page, screens } = await openBuyersPhone(phone);
    await page.setViewportSize({ width, height });
    await watchShifts(page);
    await slowDown(page);
    for (const path of screens) await expectNoShift(page, phone.url + path);

    await phone.lose('killed');
    for (const path of screens) {
      await expectNoShift(page, phone.url + path);
      await expect(page.getByRole('button', { name: /^Offline/ })).toBeVisible();
      expect.soft(await shiftsOf(page), `${path} without the shop`).toEqual([]);
    }
  });
}
