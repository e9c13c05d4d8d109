import { IDBKeyRange } from 'fake-indexeddb';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { emptyRows } from '#offline/outbox/rows.ts';
import { SilentDatabaseError } from '#offline/stores/database-timeout.ts';
import { changeOutage, readHolder, readSession } from '#offline/stores/device-database.ts';
import { ana, fox, moon } from './model-server.ts';
import { outwait, silentShop } from './silent-shop.ts';
import { cartOnce, shownIds } from './test-device.ts';

beforeEach(() => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
});
afterEach(() => {
  vi.useRealTimers();
});

test('a database that never opens does not hold up the cart, which reports that it is not saved', async () => {
  const { open, fallSilent } = silentShop();
  fallSilent();
  const device = open();
  await outwait(device.addToCart(fox));
  await cartOnce(device, () => shownIds(device).join() === fox._id);
  expect(device.cart()).toMatchObject({ trouble: 'silent', isRead: false });
});

test('a saved cart is not called empty while it cannot be read', async () => {
  const { open, fallSilent, speak } = silentShop();
  vi.useRealTimers();
  const before = open();
  await before.addToCart(fox);
  await cartOnce(before, (now) => shownIds(now).length === 1);
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
  fallSilent();
  const device = open();
  await outwait(device.follow());
  await cartOnce(device, (now) => !now.cart().isRead);
  expect(device.cart()).toMatchObject({ isLoaded: false, lines: [{ productId: fox._id }] });
  speak();
  await cartOnce(device, (now) => now.cart().isRead);
  expect(shownIds(device)).toEqual([fox._id]);
});

test('merges changes made in memory into the database once it answers', async () => {
  const { open, fallSilent, speak, saved } = silentShop();
  await open().addToCart(fox);
  fallSilent();
  const device = open();
  await outwait(device.addToCart(moon));
  speak();
  await cartOnce(device, (now) => now.cart().trouble === null);
  await cartOnce(device, (now) => shownIds(now).length === 2);
  expect(await saved()).toEqual([fox._id, moon._id].toSorted());
});

test('what was removed before the database answers does not come back with its answer', async () => {
  const { open, fallSilent, speak, saved } = silentShop();
  const device = open();
  await device.follow();
  fallSilent();
  await outwait(device.addToCart(fox));
  await outwait(device.removeFromCart(fox._id));
  speak();
  await cartOnce(device, (now) => now.cart().trouble === null);
  expect(shownIds(device)).toEqual([]);
  expect(await saved()).toEqual([]);
});

test("sends an account's changes from memory once, and not again when the database answers late", async () => {
  const { server, open, fallSilent, speak } = silentShop({ account: ana });
  const device = open();
  await device.follow();
  await device.sync({ pressed: true });
  fallSilent();
  const opId = await outwait(device.addToCart(fox));
  await outwait(device.sync({ pressed: true }));
  speak();
  await cartOnce(device, (now) => now.cart().trouble === null);
  const later = open();
  await later.follow();
  await later.sync({ pressed: true });
  expect(server.effects).toEqual([{ account: ana, opId, productId: fox._id }]);
  expect(server.cartOf(ana)).toEqual(new Set([fox._id]));
});

test('a removal sent from memory outlasts an earlier unsent add that the database had', async () => {
  const { server, open, fallSilent, speak } = silentShop({ account: ana });
  vi.useRealTimers();
  const before = open();
  await before.follow();
  await before.sync({ pressed: true });
  server.nextFaults(Array.from({ length: 9 }, () => 'lost' as const));
  await before.addToCart(fox);
  await before.addToCart(moon);
  await before.sync({ pressed: true });
  await cartOnce(before, (now) => shownIds(now).length === 2);
  server.nextFaults([]);
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
  fallSilent();
  const device = open();
  await outwait(device.follow());
  await cartOnce(device, (now) => !now.cart().isRead);
  await outwait(device.removeFromCart(fox._id));
  await outwait(device.sync({ pressed: true }));
  expect(server.effects).toMatchObject([{ productId: fox._id }]);
  vi.useRealTimers();
  speak();
  await cartOnce(device, (now) => now.cart().trouble === null);
  await device.sync({ pressed: true });
  expect(server.cartOf(ana)).toEqual(new Set([moon._id]));
  await cartOnce(device, (now) => now.cart().waiting === 0);
  expect(shownIds(device)).toEqual([moon._id]);
});

test('a sign-out is not held up, and is completed once the database answers', async () => {
  const { browser, server, open, fallSilent, speak, saved } = silentShop({ account: ana });
  const device = open();
  await device.addToCart(fox);
  await device.sync({ pressed: true });
  expect(server.cartOf(ana)).toEqual(new Set([fox._id]));
  fallSilent();
  await outwait(device.wipe({ keepsUnsent: true }));
  browser.signOut();
  speak();
  await vi.waitFor(async () => expect(await saved(ana)).toEqual([]), 30_000);
});

/** A buyer discards an unsent change, signs out while the database doesn't answer, and closes the page. */
async function discardInSilence() {
  const world = silentShop({ account: ana });
  const { browser, server, open, fallSilent } = world;
  const device = open();
  await device.follow();
  server.nextFaults(Array.from({ length: 9 }, () => 'lost' as const));
  await device.addToCart(fox);
  await device.sync({ pressed: true });
  server.nextFaults([]);
  fallSilent();
  await outwait(device.wipe({ keepsUnsent: false }));
  browser.signOut({ byOwner: true });
  vi.useRealTimers();
  return { ...world, later: browser.open() };
}

test('what was discarded while the database did not answer is deleted by a later page', async () => {
  const { browser, later } = await discardInSilence();
  await later.follow();
  await expect.poll(() => browser.rows(ana, ({ read }) => read())).toEqual(emptyRows);
  // Only once: later changes stay.
  browser.signIn(ana);
  await later.follow();
  await later.addToCart(moon);
  const next = browser.open();
  await next.follow();
  await cartOnce(next, (now) => shownIds(now).join() === moon._id);
});

test('what was discarded while the database did not answer is not sent after the next sign-in', async () => {
  const { browser, server, later } = await discardInSilence();
  browser.signIn(ana);
  await later.follow();
  await later.addToCart(moon);
  await later.sync({ pressed: true });
  expect(server.cartOf(ana)).toEqual(new Set([moon._id]));
});

test('only the first operation waits for a device database that does not answer', async () => {
  const indexedDB = { open: () => new EventTarget() } as never;
  const idb = { indexedDB, IDBKeyRange };
  const first = expect(readHolder(idb)).rejects.toThrow(SilentDatabaseError);
  await vi.advanceTimersByTimeAsync(2_000);
  await first;
  // The clock doesn't move from here on.
  await expect(readSession(idb)).rejects.toThrow(SilentDatabaseError);
  await expect(changeOutage(idb, () => null)).rejects.toThrow(SilentDatabaseError);
});

test('an IndexedDB that never answers does not hold up the device', async () => {
  const { browser } = silentShop();
  const silent = { open: () => ({}), databases: () => new Promise(() => {}) } as never;
  const device = browser.open({ idb: { indexedDB: silent, IDBKeyRange } });
  await outwait(Promise.all([device.follow(), device.addToCart(fox)]));
  expect(device.cart().trouble).not.toBeNull();
});
