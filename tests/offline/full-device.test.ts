import { expect, test } from 'vitest';
import type { Device } from '#offline/device.ts';
import type { AccountRows } from '#offline/outbox/rows.ts';
import type { AccountStore, SavedOrders } from '#offline/stores/account-store.ts';
import { openDexieStore } from '#offline/stores/dexie-store.ts';
import { storeNameOf } from '#offline/stores/store-name.ts';
import { ana, createModelServer, fox, moon, productId, productOf } from './model-server.ts';
import {
  cartOnce,
  createTestBrowser,
  shownIds,
  upgradeDatabase,
  wishlistOnce,
} from './test-device.ts';

const fern = productOf(productId(3));

const noRoom = () => new DOMException('No room', 'QuotaExceededError');
/** How Chromium and Dexie report a disk without room. */
const notOpened = () => {
  const inner = new DOMException('Internal error opening backing store', 'UnknownError');
  return Object.assign(new Error(inner.message), { name: 'OpenFailedError', inner });
};
const aborted = () => {
  const failures = [new DOMException('The transaction was aborted', 'AbortError')];
  return Object.assign(new Error('1 of 1 operations failed'), { name: 'BulkError', failures });
};

/** A browser, signed in by default, whose storage can be full. */
function fullShop({ isSignedIn = true } = {}) {
  const server = createModelServer();
  const browser = createTestBrowser(server);
  if (isSignedIn) browser.signIn(ana);
  const room = { isFull: false, isOpened: true, isAborted: false };

  const takesRoom = (before: AccountRows, after: AccountRows) =>
    Object.entries(after).some(([table, rows]) =>
      (rows as object[]).some(
        (row) => !(before[table as keyof AccountRows] as object[]).includes(row),
      ),
    );

  async function openStore(...where: Parameters<typeof openDexieStore>): Promise<AccountStore> {
    if (!room.isOpened) throw notOpened();
    const store = await openDexieStore(...where);
    return {
      ...store,
      change: (rule) =>
        store.change((rows) => {
          if (room.isAborted) throw aborted();
          const after = rule(rows);
          if (room.isFull && takesRoom(rows, after)) throw noRoom();
          return after;
        }),
      async saveCopy(name, saved) {
        if (room.isFull) throw noRoom();
        await store.saveCopy(name, saved);
      },
      wipe: (keep) =>
        store.wipe((rows) => {
          const kept = keep(rows);
          if (room.isFull && takesRoom(rows, kept)) throw noRoom();
          return kept;
        }),
    };
  }

  return {
    server,
    browser,
    room,
    open: (): Device => browser.open({ openStore }),
    outbox: (of: string | null = ana) =>
      browser.rows(of, async (store) =>
        (await store.read()).outbox
          .toSorted((a, b) => a.seq - b.seq)
          .map(({ kind, args }) => `${kind} ${args.productId}`),
      ),
  };
}

const showsNow = (...ids: string[]) => {
  const wanted = ids.join();
  return (device: Device) => shownIds(device).join() === wanted;
};

test('a full device still has its cart at the shop, and reports that it saves nothing', async () => {
  const { server, room, open } = fullShop();
  server.changeElsewhere(ana, moon._id, true);
  room.isFull = true;
  const device = open();
  await device.follow();
  await device.addToCart(fox);
  const result = await device.sync({ pressed: true });
  await cartOnce(device, showsNow(moon._id, fox._id));

  expect(result.isEmpty).toBe(true);
  expect(server.cartOf(ana)).toEqual(new Set([moon._id, fox._id]));
  expect(device.cart()).toMatchObject({ trouble: 'full', isLoaded: true, waiting: 0 });
});

test('a visitor on a full device brings the cart into the account at sign-in', async () => {
  const { server, browser, room, open, outbox } = fullShop({ isSignedIn: false });
  const device = open();
  await device.addToCart(fox);
  room.isFull = true;
  await device.addToCart(moon);
  browser.signIn(ana);
  await device.follow();
  await device.sync({ pressed: true });

  expect(server.cartOf(ana)).toEqual(new Set([fox._id, moon._id]));
  expect(await outbox(null)).toEqual([]);
});

test("a visitor's stored cart survives a page that had no room to store it for the account", async () => {
  const { server, browser, room, open, outbox } = fullShop({ isSignedIn: false });
  await open().addToCart(fox);
  server.nextFaults(Array.from({ length: 12 }, () => 'lost'));
  room.isFull = true;
  browser.signIn(ana);
  const page = open();
  await page.follow();
  await cartOnce(page, showsNow(fox._id));

  expect(await outbox(null)).toEqual([`addToCart ${fox._id}`]);

  server.nextFaults([]);
  await page.sync({ pressed: true });
  expect(server.cartOf(ana)).toEqual(new Set([fox._id]));
  await expect.poll(() => outbox(null)).toEqual([]);
});

test("a visitor's stored cart is deleted with the account that has taken it over", async () => {
  const { server, browser, room, open, outbox } = fullShop({ isSignedIn: false });
  await open().addToCart(fox);
  server.nextFaults(Array.from({ length: 12 }, () => 'lost'));
  room.isFull = true;
  browser.signIn(ana);
  const page = open();
  await page.follow();
  await page.wipe({ keepsUnsent: false });
  await expect.poll(() => outbox(null)).toEqual([]);
});

test('sends changes stored before the device was full once, and then forgets them', async () => {
  const { server, room, open, outbox } = fullShop();
  server.nextFaults(Array.from({ length: 12 }, () => 'lost'));
  const opId = await open().addToCart(fox);
  room.isFull = true;
  const later = open();
  await later.follow();
  server.nextFaults([]);
  await later.sync({ pressed: true });

  expect(server.effects).toEqual([{ account: ana, opId, productId: fox._id }]);
  expect(await outbox()).toEqual([]);
});

test('stores changes held in memory with the first change that has room, in order', async () => {
  const { server, browser, room, open, outbox } = fullShop();
  const device = open();
  await device.follow();
  await device.sync({ pressed: true });
  server.nextFaults(Array.from({ length: 12 }, () => 'lost'));
  await device.addToCart(fox);
  room.isFull = true;
  await device.addToCart(moon);
  await device.removeFromCart(fox._id);
  await cartOnce(device, showsNow(moon._id));
  expect(await outbox()).toEqual([`addToCart ${fox._id}`]);

  // Another tab has room for its own change.
  await browser.open().wish(fern);
  room.isFull = false;
  await device.addToCart(fern);
  await cartOnce(device, (now) => now.cart().trouble === null);

  expect((await outbox()).toSorted()).toEqual(
    [
      `addToCart ${fox._id}`,
      `wish ${fern._id}`,
      `addToCart ${moon._id}`,
      `removeFromCart ${fox._id}`,
      `addToCart ${fern._id}`,
    ].toSorted(),
  );
  server.nextFaults([]);
  const next = open();
  await next.follow();
  await next.sync({ pressed: true });
  expect(server.cartOf(ana)).toEqual(new Set([moon._id, fern._id]));
  expect(server.wishlistOf(ana)).toEqual(new Set([fern._id]));
});

test('shows the orders on a full device', async () => {
  const { room, open } = fullShop();
  room.isFull = true;
  const device = open();
  const saved = new Promise<SavedOrders>((resolve) => {
    device.watchCopy('orders', (orders) => {
      if (orders) resolve(orders);
    });
  });
  await device.refreshOrders();
  expect(await saved).toMatchObject({ orders: [] });
});

test('keeps unsent changes at a sign-out, on the device and in memory, and sends them at the next one', async () => {
  const { server, browser, room, open, outbox } = fullShop();
  const device = open();
  await device.follow();
  await device.sync({ pressed: true });
  server.nextFaults(Array.from({ length: 12 }, () => 'lost'));
  await device.addToCart(fox);
  room.isFull = true;
  await device.addToCart(moon);
  await device.wipe({ keepsUnsent: true });
  browser.signOut();
  await device.follow();
  expect(await outbox()).toEqual([`addToCart ${fox._id}`]);

  server.nextFaults([]);
  browser.signIn(ana);
  await device.follow();
  await device.sync({ pressed: true });
  expect(server.cartOf(ana)).toEqual(new Set([fox._id, moon._id]));
});

test('sends a change whose write was aborted because the device is full', async () => {
  const { server, room, open } = fullShop();
  const device = open();
  await device.follow();
  room.isAborted = true;
  await device.addToCart(fox);
  await device.sync({ pressed: true });
  expect(device.cart()).toMatchObject({ trouble: 'full', isRead: true });
  expect(server.cartOf(ana)).toEqual(new Set([fox._id]));
});

test('a device too full to be read shows what it showed last, and stores changes once it has room', async () => {
  const { server, room, open, outbox } = fullShop();
  server.nextFaults(Array.from({ length: 12 }, () => 'lost'));
  const before = open();
  await before.addToCart(fox);
  await before.wish(fern);
  await cartOnce(before, showsNow(fox._id));
  await wishlistOnce(before, (now) => now.wishlist().lines.length === 1);
  room.isOpened = false;

  const device = open();
  await device.follow();
  await cartOnce(device, (now) => now.cart().trouble === 'full');
  expect(device.cart()).toMatchObject({ isRead: false });
  expect(shownIds(device)).toEqual([fox._id]);
  expect(device.wishlist().ids).toEqual(new Set([fern._id]));
  await device.removeFromCart(fox._id);
  await device.addToCart(moon);
  await cartOnce(device, showsNow(moon._id));

  // No earlier attempt to open it is still under way.
  await device.sync({ pressed: true });
  room.isOpened = true;
  await device.unwish(fern._id);
  await cartOnce(device, (now) => now.cart().trouble === null);
  expect(shownIds(device)).toEqual([moon._id]);
  expect(await outbox()).toEqual([
    `addToCart ${fox._id}`,
    `wish ${fern._id}`,
    `removeFromCart ${fox._id}`,
    `addToCart ${moon._id}`,
    `unwish ${fern._id}`,
  ]);
  server.nextFaults([]);
  await device.sync({ pressed: true });
  expect(server.cartOf(ana)).toEqual(new Set([moon._id]));
});

test('a full device stops telling a screen that is gone, also after a newer build upgraded the database', async () => {
  const { browser, room, open } = fullShop();
  const device = open();
  await device.addToCart(fox);
  room.isFull = true;
  await device.addToCart(moon);
  const calls: unknown[] = [];
  const stop = device.watchSold((sold) => calls.push(sold));
  await expect.poll(() => calls.length).toBeGreaterThan(0);

  await upgradeDatabase(browser.idb, storeNameOf(ana));
  await device.addToCart(fern);
  stop();
  const before = calls.length;
  await device.wish(fern);

  expect(device.cart().trouble).toBe('full');
  expect(calls).toHaveLength(before);
});
