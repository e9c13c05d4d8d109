import { chromium } from '@playwright/test';
import { paths, productPath } from '#contract/shop/paths.ts';
import {
  test as base,
  buy,
  cartLines,
  cartLink,
  expect,
  signIn,
  toast,
} from '#tests/support/buying-test.ts';
import { serverCart, someDesigns } from '#tests/support/device-journeys.ts';
import { notePack } from '#tests/support/phone.ts';
import {
  type BrowserOnSmallDisk,
  canMountDisk,
  openOnSmallDisk,
} from '#tests/support/small-disk.ts';

/** A whole browser whose profile is on a disk that can be filled. */
const test = base.extend<{ readonly disk: BrowserOnSmallDisk }>({
  // biome-ignore lint/correctness/noEmptyPattern: Playwright reads the parameter's shape
  disk: async ({}, use) => {
    const disk = await openOnSmallDisk('160m');
    await use(disk);
    await disk.end();
  },
  page: async ({ disk }, use) => {
    const browser = await chromium.connectOverCDP(disk.address);
    const [page] = browser.contexts().flatMap((context) => context.pages());
    if (!page) throw new Error('The browser has no page');
    const crashes: Error[] = [];
    page.on('pageerror', (error) => crashes.push(error));
    await page.setViewportSize({ width: 390, height: 844 });
    await use(page);
    await browser.close();
    expect(crashes).toEqual([]);
  },
});

const full = 'This device is full. Free up some space to save changes here again.';

// Only where the system lets us mount a disk of our own.
if (canMountDisk()) {
  test('on a full disk the shop goes on, says what it cannot save, and saves again once there is room', async ({
    page,
    api,
    disk,
    shop,
    studio,
  }) => {
    const open = (path: string) => page.goto(shop.url + path);
    const buyer = await api.newBuyer();
    await buy(api, shop.url, buyer, await studio.newDesign());
    const [fox, moon, fern] = await someDesigns(api);
    await signIn(page, buyer);
    await page.addInitScript(notePack);
    await open(paths.shop.path);
    await page.evaluate(() => window.packed);
    await open(productPath(fox._id));
    await page.getByRole('button', { name: 'Add to Cart' }).click();
    await expect.poll(() => serverCart(api, buyer)).toEqual([fox._id]);

    disk.fill();
    await open(productPath(moon._id));
    await expect(page.getByRole('heading', { level: 1, name: moon.title })).toBeVisible();
    await page.getByRole('button', { name: 'Add to Cart' }).click();
    await expect(toast(page, 'Item added to cart')).toBeVisible();
    await expect.poll(() => serverCart(api, buyer)).toEqual([fox._id, moon._id]);
    await page
      .getByRole('main')
      .getByRole('button', { name: `Save ${moon.title} to wishlist` })
      .click();
    await expect(page.getByRole('link', { name: /is in your wishlist$/ })).toBeVisible();
    await cartLink(page, 2).click();
    await expect(cartLines(page)).toHaveCount(2);
    await expect(page.getByText(full)).toBeVisible();

    await open(paths.myOrders.path);
    await page.getByRole('button', { name: /^Details and downloads/ }).click();
    await page.getByRole('switch', { name: /^Keep on this device/ }).click();
    await expect(page.getByText(/^There is no room on this device to keep/)).toBeVisible();

    await open(paths.storage.path);
    const along = page.getByRole('region', { name: 'Take the shop along' });
    await along.getByRole('button', { name: /^Take the shop along/ }).click();
    await expect(along).toContainText('This device is out of space.');

    // What was there before can still be read without the shop.
    await page.context().setOffline(true);
    await open(paths.cart.path);
    await expect(cartLines(page)).toHaveText([new RegExp(fox.title), new RegExp(moon.title)]);
    await page.getByRole('button', { name: `Remove ${moon.title}` }).click();
    await expect(cartLines(page)).toHaveCount(1);
    await expect(page.getByText(full)).toBeVisible();
    await expect(page.getByText('1 change waits in this page')).toBeVisible();

    disk.free();
    await page.context().setOffline(false);
    await expect.poll(() => serverCart(api, buyer)).toEqual([fox._id]);
    await expect(page.getByText(full)).toHaveCount(0);
    await open(productPath(fern._id));
    await page.getByRole('button', { name: 'Add to Cart' }).click();
    await cartLink(page, 2).click();
    await expect(cartLines(page)).toHaveCount(2);
    await expect(page.getByText(full)).toHaveCount(0);
    await expect.poll(() => serverCart(api, buyer)).toEqual([fox._id, fern._id]);
  });
}
