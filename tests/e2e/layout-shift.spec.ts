import type { CDPSession, Page } from '@playwright/test';
import { itemLicencePath } from '#contract/shop/own-paths.ts';
import { paths, productPath, searchPath } from '#contract/shop/paths.ts';
import { buy } from '#tests/support/buying-test.ts';
import { someDesigns } from '#tests/support/device-journeys.ts';
import { shiftsOf, watchShifts } from '#tests/support/layout-shifts.ts';
import { expect, type Phone, test } from '#tests/support/offline-test.ts';

/** A buyer's phone with the shop, two orders and a filled cart. */
async function openBuyersPhone(phone: Phone) {
  const [fox, moon, fern] = await someDesigns(phone.api);
  const buyer = await phone.api.newBuyer();
  const order = await buy(phone.api, phone.shopUrl, buyer, fox);
  await buy(phone.api, phone.shopUrl, buyer, moon);
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

/**
 * Slows the page to the speed of a cheap phone, or ends that. Chromium does so by keeping a core busy, whatever the
 * page does.
 */
function slowDown(session: CDPSession, isSlow: boolean): Promise<unknown> {
  return session.send('Emulation.setCPUThrottlingRate', { rate: isSlow ? 4 : 1 });
}

/** Resolves once the page has nothing left to do and has drawn that. */
async function atRest(): Promise<void> {
  await new Promise((resolve) => requestIdleCallback(resolve));
  for (let frames = 0; frames < 2; frames += 1) await new Promise(requestAnimationFrame);
}

async function expectNoShift(page: Page, url: string, where: string): Promise<void> {
  await page.goto(url);
  await expect(page.locator('h1')).toBeVisible();
  // Everything late has arrived: the parts around the page with the chip's rail, code, answers, notes.
  await expect(page.locator('[class*="_rail_"]')).toBeAttached();
  await page.waitForLoadState('networkidle');
  await page.evaluate(atRest);
  expect.soft(await shiftsOf(page), where).toEqual([]);
}

/** How a screen is loaded: four ways, without the shop last. */
const ways = [
  { width: 360, height: 780, isOnline: true },
  { width: 1440, height: 900, isOnline: true },
  { width: 360, height: 780, isOnline: false },
  { width: 1440, height: 900, isOnline: false },
] as const;

/**
 * How many of these ways each screen is loaded in; `npm run trials -- --layouts 4` uses all, and slows wide windows
 * like phones.
 */
const { LAYOUT_WAYS } = process.env;
const waysPerScreen = Number(LAYOUT_WAYS ?? 1);

test('nothing moves while a screen loads, on a phone and in a wide window, online and offline', async ({
  phone,
}) => {
  test.setTimeout(60_000 + waysPerScreen * 120_000);
  const { page, screens } = await openBuyersPhone(phone);
  await watchShifts(page);
  const session = await page.context().newCDPSession(page);
  let isLost = false;
  for (const [place, { width, height, isOnline }] of ways.entries()) {
    await page.setViewportSize({ width, height });
    await slowDown(session, width === 360 || LAYOUT_WAYS !== undefined);
    if (!isOnline && !isLost) {
      await phone.lose('killed');
      isLost = true;
    }
    for (const path of screens.filter((_, turn) => (turn + place) % ways.length < waysPerScreen)) {
      const where = `${path} at ${width} px ${isOnline ? 'with' : 'without'} the shop`;
      await test.step(where, async () => {
        await expectNoShift(page, phone.url + path, where);
        if (isOnline) return;
        await expect(page.getByRole('button', { name: /^Offline/ })).toBeVisible();
        expect.soft(await shiftsOf(page), where).toEqual([]);
      });
    }
  }
});
