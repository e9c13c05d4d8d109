import { describe, expect, test } from 'vitest';
import type { Device } from '#offline/device.ts';
import { ana, fox, gone, moon, productOf } from './model-server.ts';
import { cartOnce, shop, shownIds, wishedIds, wishlistOnce } from './test-device.ts';

/** What the cart and the wishlist of a device have in common. */

const cart = {
  name: 'cart',
  rows: 'cartLines',
  firstPaint: 'cart',
  kind: 'addToCart',
  has: (device: Device, id: string) => shownIds(device).includes(id),
  add: (device: Device, design: typeof fox) => device.addToCart(design),
  remove: (device: Device, id: string) => device.removeFromCart(id),
  view: (device: Device) => device.cart(),
  ids: shownIds,
  once: cartOnce,
  at: 'cartOf',
} as const;

const wishlist = {
  name: 'wishlist',
  rows: 'wishlistMarks',
  firstPaint: 'wishlist',
  kind: 'wish',
  has: (device: Device, id: string) => device.wishlist().ids.has(id),
  add: (device: Device, design: typeof fox) => device.wish(design),
  remove: (device: Device, id: string) => device.unwish(id),
  view: (device: Device) => device.wishlist(),
  ids: wishedIds,
  once: wishlistOnce,
  at: 'wishlistOf',
} as const;

/** The shop can't be reached until the network is changed. */
const offline = Array.from({ length: 99 }, () => 'lost' as const);

describe.each([cart, wishlist])('the $name', (list) => {
  const shows = (device: Device, ...ids: string[]) =>
    list.once(
      device,
      (now) => list.view(now).isLoaded && list.ids(now).toSorted().join() === ids.sort().join(),
    );

  test('of a visitor is on the device without a call that needs a session', async () => {
    const { server, browser } = shop();
    await list.add(browser.open(), fox);

    const nextDay = browser.open();
    await nextDay.follow();
    await shows(nextDay, fox._id);
    expect(server.effects).toEqual([]);
  });

  test('has one line for a design added twice (P15)', async () => {
    const { browser } = shop();
    const device = browser.open();
    await list.add(device, fox);
    await list.add(device, fox);
    await shows(device, fox._id);

    const rows = await browser.rows(null, (store) => store.read());
    expect([rows[list.rows].length, rows.outbox.length]).toEqual([1, 1]);
  });

  test('has an add and a removal on the server and on the screen', async () => {
    const { server, browser } = shop();
    browser.signIn(ana);
    const device = browser.open();
    await list.add(device, fox);
    await list.add(device, moon);
    const { isEmpty } = await device.sync({ pressed: true });
    await shows(device, fox._id, moon._id);
    expect(isEmpty).toBe(true);
    expect(server[list.at](ana)).toEqual(new Set([fox._id, moon._id]));

    server.nextFaults(offline);
    await list.remove(device, fox._id);
    await shows(device, moon._id);
    server.nextFaults([]);
    await device.sync({ pressed: true });
    await shows(device, moon._id);
    expect(server[list.at](ana)).toEqual(new Set([moon._id]));
  });

  test('keeps an add made offline and sends it under the same key later', async () => {
    const { server, browser } = shop();
    browser.signIn(ana);
    server.nextFaults(offline);
    const device = browser.open();
    const opId = await list.add(device, fox);
    await device.sync({ pressed: true });
    await list.once(device, (now) => list.view(now).isUnanswered && list.view(now).waiting === 1);
    expect(list.ids(device)).toEqual([fox._id]);

    server.nextFaults(['unheard']);
    const later = browser.open();
    await later.follow();
    await later.sync({ pressed: true });
    await later.sync({ pressed: true });
    expect(server.effects).toEqual([{ account: ana, opId, productId: fox._id }]);
  });

  test('takes a refused add back and lists it with its reason', async () => {
    const { browser } = shop();
    browser.signIn(ana);
    const device = browser.open();
    const refused: string[] = [];
    device.on('refused', (op) => refused.push(op.opId));
    await device.follow();
    const opId = await list.add(device, productOf(gone));
    await list.add(device, fox);
    await device.sync({ pressed: true });
    await list.once(
      device,
      (now) => list.view(now).refused.length === 1 && list.view(now).waiting === 0,
    );

    expect(list.view(device).refused[0]).toMatchObject({
      kind: list.kind,
      productId: gone,
      problem: { status: 404, code: 'NOT_FOUND' },
      snapshot: { title: productOf(gone).title },
    });
    expect(refused).toEqual([opId]);
    expect(list.has(device, gone)).toBe(false);
    expect(list.ids(device)).toEqual([fox._id]);
  });

  test('leaves no trace on the device after signing out', async () => {
    const { browser } = shop();
    browser.signIn(ana);
    const device = browser.open();
    await list.add(device, fox);
    await device.sync({ pressed: true });
    await shows(device, fox._id);
    expect(browser.firstPaint(list.firstPaint)).toContain(fox._id);
    await device.wipe({ keepsUnsent: false });
    browser.signOut();
    await device.follow();

    const names = (await browser.idb.indexedDB.databases()).map(({ name }) => name);
    expect(names).not.toContain(`pinwheel-account-${ana}`);
    expect(list.ids(device)).toEqual([]);
    expect(browser.firstPaint(list.firstPaint) ?? '').not.toContain(fox._id);
    expect(browser.firstPaint('lastWishlistUpdate')).toBeNull();
  });

  test('reports a change that the browser cannot store, and does not show it', async () => {
    const { browser } = shop();
    const device = browser.open();
    await list.add(device, fox);
    const unwritable = { ...moon, title: (() => 'no storage takes a function') as never };

    await expect(list.add(device, unwritable)).rejects.toThrow();
    const rows = await browser.rows(null, (store) => store.read());
    expect(rows[list.rows].map(({ productId }) => productId)).toEqual([fox._id]);
    expect(rows.outbox).toHaveLength(1);
  });
});
