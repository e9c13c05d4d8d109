import { chromium, type Page } from '@playwright/test';
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
import { cutCall } from '#tests/support/page-calls.ts';
import { notePack } from '#tests/support/phone.ts';
import type { Buyer } from '#tests/support/shop-api.ts';
import {
  type BrowserOnSmallDisk,
  canMountDisk,
  openOnSmallDisk,
} from '#tests/support/small-disk.ts';

/** Only in `npm run trials -- --full-disks`: what Chromium does on a full disk differs from run to run. */
const rounds = Number(process.env.FULL_DISKS ?? 0);

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

/** Signs in and waits until the worker has stored what is needed without a signal. */
async function openShop(page: Page, url: string, buyer: Buyer): Promise<void> {
  await signIn(page, buyer);
  await page.addInitScript(notePack);
  await page.goto(url + paths.shop.path);
  await page.evaluate(() => window.packed);
}

// Only if the system allows us to mount a disk.
if (canMountDisk()) {
  for (let round = 1; round <= rounds; round++) {
    // Chromium sometimes drops its worker on a full disk: nothing here needs one.
    test(`on a full disk the shop goes on, says what it cannot save, and saves again once there is room, round ${round}`, async ({
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
      await openShop(page, shop.url, buyer);
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
      await page.getByRole('switch', { name: /^Keep on this device: (?!Designs since)/ }).click();
      await expect(page.getByText(/^Not enough space on this device for/)).toBeVisible();

      await open(paths.cart.path);
      await expect(cartLines(page)).toHaveText([new RegExp(fox.title), new RegExp(moon.title)]);
      const mend = await cutCall(page, 'cartRemove');
      await page.getByRole('button', { name: `Remove ${moon.title}` }).click();
      await expect(cartLines(page)).toHaveCount(1);
      await expect(page.getByText(full)).toBeVisible();
      await expect(page.getByText('1 change is waiting on this page')).toBeVisible();

      disk.free();
      await mend();
      await page.evaluate(() => dispatchEvent(new Event('online')));
      await expect.poll(() => serverCart(api, buyer)).toEqual([fox._id]);
      await expect(page.getByText(full)).toHaveCount(0);
      await open(productPath(fern._id));
      await page.getByRole('button', { name: 'Add to Cart' }).click();
      await cartLink(page, 2).click();
      await expect(cartLines(page)).toHaveCount(2);
      await expect(page.getByText(full)).toHaveCount(0);
      await expect.poll(() => serverCart(api, buyer)).toEqual([fox._id, fern._id]);
    });

    test(`the worker refuses pictures on a full disk and stores them once there is room, round ${round}`, async ({
      page,
      api,
      disk,
      shop,
    }) => {
      await openShop(page, shop.url, await api.newBuyer());
      await page.goto(shop.url + paths.storage.path);
      const along = page.getByRole('region', { name: 'Save the shop for offline' });
      const start = along.getByRole('button', { name: /^Save the shop for offline/ });
      await expect(start).toBeVisible();
      disk.fill();
      await start.click();
      await expect(along).toContainText('This device is out of space.');
      disk.free();
      await along.getByRole('button', { name: 'Continue' }).click();
      await expect(along).toContainText(/All \d+ pictures are on this device/);
    });
  }
}
