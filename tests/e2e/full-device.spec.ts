import type { Locator, Page } from '@playwright/test';
import { paths, productPath } from '#contract/shop/paths.ts';
import { sha256 } from '#tests/support/bought-bytes.ts';
import {
  amount,
  cartLines,
  cartLink,
  createOrder,
  download,
  expect,
  type OwnDesign,
  ordersOf,
  pay,
  type Studio,
  signIn,
  test,
  toast,
} from '#tests/support/buying-test.ts';
import { serverCart, someDesigns } from '#tests/support/device-journeys.ts';
import type { Buyer, ShopApi } from '#tests/support/shop-api.ts';
import { waitingOps } from '#tests/support/waiting-changes.ts';

test.use({ withWorker: true });

const heading = (page: Page, name: string): Locator =>
  page.getByRole('heading', { level: 1, name });

/** In bytes: enough for the shop's first visit. */
const roomySize = 10_000_000;

/**
 * Gives the shop little room on this device; the returned function takes the rest. Call it before the first
 * page: Chromium believes for half a minute what it has found, unless a write needs more than that.
 */
async function limitDevice(page: Page, origin: string): Promise<() => Promise<void>> {
  const session = await page.context().newCDPSession(page);
  const allow = (quotaSize: number) =>
    session.send('Storage.overrideQuotaForOrigin', { origin, quotaSize });
  await allow(roomySize);
  return async () => {
    await allow(1);
    expect(await page.evaluate(isStored, roomySize), 'a write on a full device').toBe(false);
  };
}

/** Whether a transaction that writes this many bytes is accepted. */
async function isStored(bytes: number): Promise<boolean> {
  const opening = indexedDB.open('filler', 1);
  opening.onupgradeneeded = () =>
    opening.result.createObjectStore('bytes', { autoIncrement: true });
  const database = await new Promise<IDBDatabase>((resolve, reject) => {
    opening.onsuccess = () => resolve(opening.result);
    opening.onerror = () => reject(opening.error);
  });
  const transaction = database.transaction('bytes', 'readwrite');
  // Larger pieces would become files, which aren't counted before they are written.
  const piece = new Uint8Array(65_000);
  for (let left = bytes; left > 0; left -= piece.length) {
    transaction.objectStore('bytes').put(piece);
  }
  const isDone = await new Promise<boolean>((resolve) => {
    transaction.oncomplete = () => resolve(true);
    transaction.onabort = () => resolve(false);
  });
  database.close();
  return isDone;
}

/** A browser that lets a page store nothing; `self`: in the page and in its worker. */
const withoutDatabase = "Object.defineProperty(self, 'indexedDB', { value: undefined });";
const withLockedDatabase = `IDBFactory.prototype.open = () => {
  throw new DOMException('Not in a private window', 'InvalidStateError');
};`;

/** Simulates a damaged database: every request is accepted, and none is ever answered. */
const withSilentDatabase = `for (const name of ['open', 'deleteDatabase']) {
  const ask = IDBFactory.prototype[name];
  IDBFactory.prototype[name] = function (...given) {
    const request = ask.apply(this, given);
    for (const kind of ['success', 'error', 'blocked', 'upgradeneeded']) {
      request.addEventListener(kind, (event) => event.stopImmediatePropagation());
    }
    return request;
  };
}
IDBFactory.prototype.databases = () => new Promise(() => {});`;

/** Runs a script in the page and its worker before their own code. */
async function prepare(page: Page, script: string): Promise<void> {
  await page.addInitScript(script);
  await page.context().route('**/sw.js', async (route) => {
    const response = await route.fetch();
    await route.fulfill({ response, body: `${script}\n${await response.text()}` });
  });
}

/** The texts for a cart that isn't saved, and in the list of what is saved. */
const full = ['This device is full.', /^This device is full/] as const;
const blocked = [
  'Your browser blocks storage for this shop',
  /^This browser saves nothing/,
] as const;
const silent = ['Storage on this device isn’t responding.', /^Storage isn’t responding/] as const;

/** What a device that stores nothing can still do while the shop is reachable. */
async function shopOnline(
  page: Page,
  api: ShopApi,
  { buyer, design }: { readonly buyer: Buyer; readonly design: OwnDesign },
  [why, inStorage]: typeof full | typeof blocked | typeof silent,
): Promise<void> {
  await page.goto(paths.shop.path);
  await expect(heading(page, 'Shop all designs')).toBeVisible();
  await expect(page.getByRole('article')).toHaveCount(28);
  await page.goto(productPath(design._id));
  await expect(heading(page, design.title)).toBeVisible();
  await page
    .getByRole('main')
    .getByRole('button', { name: `Save ${design.title} to wishlist` })
    .click();
  await expect(page.getByRole('link', { name: /is in your wishlist$/ })).toBeVisible();
  await page.getByRole('button', { name: 'Add to Cart' }).click();
  await expect(toast(page, 'Item added to cart')).toBeVisible();
  await cartLink(page, 1).click();
  await expect(cartLines(page)).toHaveText([new RegExp(design.title)]);
  await expect(page.getByText(why)).toBeVisible();
  await expect.poll(() => serverCart(api, buyer), { timeout: 4_000 }).toEqual([design._id]);
  await page.goto(paths.myWishlist.path);
  await expect(page.getByRole('heading', { name: design.title })).toBeVisible();
  await expect(page.getByText(why)).toBeVisible();
  await page
    .getByRole('navigation', { name: 'Account area' })
    .getByRole('link', { name: 'My account' })
    .click();
  for (const set of ['Cart', 'Wishlist']) {
    const fact = amount(page, `${set} on this device`);
    await expect(fact).toHaveText(inStorage);
    // Marked like the other checks that failed.
    await expect(fact.locator('svg')).toBeVisible();
  }
}

/** Then it pays and downloads. */
async function payOnline(
  page: Page,
  api: ShopApi,
  { buyer, design }: { readonly buyer: Buyer; readonly design: OwnDesign },
): Promise<void> {
  await cartLink(page, 1).click();
  await page.getByRole('link', { name: 'Proceed' }).click();
  await expect(heading(page, 'Checkout')).toBeVisible();
  await createOrder(page);
  await pay(page);
  await expect(heading(page, 'Order Confirmed')).toBeVisible();
  await page.goto(paths.myOrders.path);
  await page.getByRole('button', { name: /^Details and downloads/ }).click();
  const saved = await download(
    page,
    page.getByRole('button', { name: `Download Now: ${design.title}` }),
  );
  const [file] = api.sql('SELECT sha256 FROM productFiles WHERE productId = ?', design._id);
  expect(sha256(saved.bytes)).toBe(file?.sha256);
  expect(ordersOf(api, buyer)).toMatchObject([{ state: 'paid', items: 1, paid: 1 }]);
}

async function newBuyer(page: Page, api: ShopApi, studio: Studio) {
  const design = await studio.newDesign();
  await studio.list(design);
  const buyer = await api.newBuyer();
  await signIn(page, buyer);
  return { buyer, design };
}

test('a full device buys online, and says that it stores nothing', async ({
  page,
  api,
  shop,
  studio,
}) => {
  const { buyer, design } = await newBuyer(page, api, studio);
  const fillDevice = await limitDevice(page, shop.url);
  await page.goto(paths.terms.path);
  await expect(heading(page, 'Terms and conditions')).toBeVisible();
  await page.evaluate(() => navigator.serviceWorker.ready);
  await fillDevice();
  await shopOnline(page, api, { buyer, design }, full);
  await payOnline(page, api, { buyer, design });
});

for (const [what, script, said] of [
  ['without IndexedDB', withoutDatabase, blocked],
  ['whose IndexedDB never answers', withSilentDatabase, silent],
] as const) {
  test(`a browser ${what} buys online, and says that it stores nothing`, async ({
    page,
    api,
    studio,
  }) => {
    await prepare(page, script);
    const { buyer, design } = await newBuyer(page, api, studio);
    await shopOnline(page, api, { buyer, design }, said);
    await payOnline(page, api, { buyer, design });
  });
}

// Every request for it fails as without IndexedDB, so a payment is no different.
test('a browser whose IndexedDB cannot be opened shops online, and says that it stores nothing', async ({
  page,
  api,
  studio,
}) => {
  await prepare(page, withLockedDatabase);
  await shopOnline(page, api, await newBuyer(page, api, studio), blocked);
});

test.describe('offline', () => {
  // A full device has no room for the pictures of the designs around, which load as they come into sight.
  test.use({ expectedErrors: [/ERR_INTERNET_DISCONNECTED|ERR_FAILED .*\/images\//] });

  test('a request that a browser cannot store says so, and is sent while its page is open', async ({
    page,
    api,
  }) => {
    await prepare(page, withoutDatabase);
    await page.goto('/?custom');
    const dialog = page.getByRole('dialog', { name: 'Request a Custom Design' });
    await dialog.getByLabel('Name').fill('Hazel Button');
    await dialog.getByLabel('Email').fill('hazel@shop.example');
    await dialog.getByLabel('Design type').selectOption('Exclusive');
    await dialog.getByLabel('Description').fill('Foxes on no shelf');
    await page.context().setOffline(true);
    await dialog.getByRole('button', { name: 'Submit' }).click();
    await expect(page.getByText(/Please keep this page open/)).toBeVisible();
    await page.context().setOffline(false);
    await expect
      .poll(() =>
        api.sql('SELECT id FROM customRequests WHERE description = ?', 'Foxes on no shelf'),
      )
      .toHaveLength(1);
  });

  test('a change that a full device cannot store is reported as unsaved, and is sent anyway', {
    tag: '@core',
  }, async ({ page, api, shop }) => {
    const buyer = await api.newBuyer();
    const [fox] = await someDesigns(api);
    await signIn(page, buyer);
    const fillDevice = await limitDevice(page, shop.url);
    await page.goto(paths.cart.path);
    await expect(page.getByRole('heading', { name: 'Your cart is empty.' })).toBeVisible();
    await page.evaluate(() => navigator.serviceWorker.ready);
    await page.goto(productPath(fox._id));
    await expect(heading(page, fox.title)).toBeVisible();
    await fillDevice();
    await page.context().setOffline(true);
    await page.getByRole('button', { name: 'Add to Cart' }).click();
    await cartLink(page, 1).click();
    await expect(cartLines(page)).toHaveText([new RegExp(fox.title)]);
    await expect(page.getByText(full[0])).toBeVisible();
    await expect(page.getByText('1 change is waiting on this page')).toBeVisible();
    await expect(page.getByRole('button', { name: /^Offline · 1 change waiting/ })).toBeVisible();
    expect((await waitingOps(page, buyer.user._id)).line).toEqual([]);
    expect(await serverCart(api, buyer)).toEqual([]);

    await page.context().setOffline(false);
    await expect.poll(() => serverCart(api, buyer)).toEqual([fox._id]);
    await expect(page.getByText('1 change is waiting')).toHaveCount(0);
  });
});
