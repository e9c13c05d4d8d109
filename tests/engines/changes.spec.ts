import { expect } from '@playwright/test';
import { paths, productPath } from '#contract/shop/paths.ts';
import { serverCart, someDesigns } from '#tests/support/device-journeys.ts';
import type { Buyer } from '#tests/support/shop-api.ts';
import { type Device, test } from './device.ts';
import { addToCart, press, see, seeCount, seePack, until } from './screen.ts';

/** How often the shop has accepted each kind of change of this account. */
function taken({ api }: Device, { user }: Buyer) {
  return api.sql(
    `SELECT callName, count(*) AS times FROM idempotencyAnswers
     WHERE scope = ? GROUP BY callName ORDER BY callName`,
    `account:${user._id}`,
  );
}

test('changes made without the shop outlive the browser and arrive once', async ({ device }) => {
  const { api, shop } = device;
  const [fox, moon] = await someDesigns(api);
  const buyer = await api.newBuyer();
  const tab = await device.newTabOf(buyer, productPath(fox._id));
  await see(tab, fox.title);
  await seePack(tab);
  await shop.kill();
  await addToCart(tab, fox._id);
  await press(tab, 'main button', 'wishlist$');
  await see(tab, 'Item added to wishlist');
  await tab.goto(shop.url + productPath(moon._id));
  await addToCart(tab, moon._id);
  await seeCount(tab, 2);
  await device.die();

  const offline = await device.newTab(paths.cart.path);
  await seeCount(offline, 2);
  await see(offline, moon.title);
  await device.die();
  await shop.start();
  await device.newTab(paths.home.path);
  await expect.poll(() => serverCart(api, buyer)).toEqual([fox._id, moon._id]);
  await expect
    .poll(() => taken(device, buyer))
    .toEqual([
      { callName: 'cartAdd', times: 2 },
      { callName: 'wishlistAdd', times: 1 },
    ]);
});

test('two tabs show one cart, and send each change once', async ({ device }) => {
  const { api, shop } = device;
  const [fox, moon] = await someDesigns(api);
  const buyer = await api.newBuyer();
  const one = await device.newTabOf(buyer, productPath(fox._id));
  await addToCart(one, fox._id);
  await seePack(one);
  const two = await device.newTab(productPath(moon._id));
  await seeCount(two, 1);
  await shop.kill();
  await addToCart(two, moon._id);
  await seeCount(one, 2);
  await shop.start();
  await expect.poll(() => serverCart(api, buyer)).toEqual([fox._id, moon._id]);
  await expect.poll(() => taken(device, buyer)).toEqual([{ callName: 'cartAdd', times: 2 }]);
});

/** In the page: from now on a transaction that adds something stays open for as long as the page runs. */
function neverEndAdding(): void {
  const { put } = IDBObjectStore.prototype;
  IDBObjectStore.prototype.put = function (...row) {
    const goOn = () => this.count().addEventListener('success', goOn);
    const request = put.apply(this, row);
    request.addEventListener('success', goOn);
    request.addEventListener('success', () => Object.assign(window, { isAdding: true }));
    return request;
  };
}

/** In the page: whether all of the shop's databases let themselves be changed within this time. */
function areFree(ms: number): Promise<boolean> {
  const done = <T>(request: IDBRequest<T>) =>
    new Promise<T>((resolve, reject) => {
      request.onsuccess = () => resolve(request.result);
      request.onerror = () => reject(request.error);
    });
  const change = async () => {
    for (const { name = '' } of await indexedDB.databases()) {
      const database = await done(indexedDB.open(name));
      const stores = [...database.objectStoreNames];
      const [first] = stores;
      if (first) await done(database.transaction(stores, 'readwrite').objectStore(first).count());
      database.close();
    }
    return true;
  };
  return Promise.race([
    change(),
    new Promise<boolean>((resolve) => setTimeout(() => resolve(false), ms)),
  ]);
}

test('a page that is left while it changes the cart holds up no other, and loses nothing', async ({
  device,
}) => {
  const [fox, moon, fern] = await someDesigns(device.api);
  const tab = await device.newTab(productPath(fox._id));
  await addToCart(tab, fox._id);
  await tab.goto(device.shop.url + productPath(moon._id));
  await tab.evaluate(neverEndAdding);
  await press(tab, 'main button', '^Add to Cart');
  await until(tab, 'is in the middle of adding', () => 'isAdding' in window);
  // The page has given up waiting for its database.
  await see(tab, 'Item added to cart');

  await tab.goto(device.shop.url + paths.cart.path);
  // WebKit would keep the left page for more than half a minute.
  expect(await tab.evaluate(areFree, 20_000)).toBe(true);
  await see(tab, fox.title);
  await see(tab, moon.title);
  await tab.goto(device.shop.url + productPath(fern._id));
  await addToCart(tab, fern._id);
  await tab.goto(device.shop.url + paths.cart.path);
  await seeCount(tab, 3);
  await see(tab, fern.title);
});
