import { expect, test } from 'vitest';
import type { AccountRows } from '#offline/outbox/rows.ts';
import { createModelServer, fox, gone, moon, productOf } from './model-server.ts';
import { cartOnce, createTestBrowser, wishlistOnce } from './test-device.ts';

const account = 'a'.repeat(24);
const weekMs = 7 * 86_400_000;

/** A browser whose account has an add and a custom request that just failed. */
async function setUp() {
  const browser = createTestBrowser(createModelServer());
  browser.signIn(account);
  const device = browser.open();
  const requests = await device.customRequests();
  const fields = { name: 'Hazel', email: '', designType: '', description: 'Foxes' };
  await requests.write({ fields, images: [{ id: 'fox', file: new File(['fox'], 'fox.png') }] });
  await device.addToCart(productOf(gone));
  await device.sync({ pressed: true });
  await browser.rows(account, (store) => store.change(sentBack));
  await browser.wait(0);
  await browser.open().follow();
  return {
    browser,
    async keptAfter(ms: number) {
      await browser.wait(ms);
      await browser.open().follow();
      const rows = await browser.rows(account, (store) => store.read());
      return {
        refused: rows.refused.map(({ productId }) => productId),
        requests: rows.requests.map(({ state }) => state),
        pictures: rows.pictures.length,
      };
    },
  };
}

function sentBack(rows: AccountRows): AccountRows {
  return { ...rows, requests: rows.requests.map((op) => ({ ...op, state: 'refused' })) };
}

test('offers to retry or dismiss a failed change for a week', async () => {
  const { keptAfter } = await setUp();
  expect(await keptAfter(weekMs)).toMatchObject({ refused: [gone] });
  expect(await keptAfter(1)).toMatchObject({ refused: [] });
});

test('deletes no failed change when the device clock jumps', async () => {
  const { browser, keptAfter } = await setUp();
  browser.clock.move(52 * weekMs);
  await browser.open().follow();
  browser.clock.move(-52 * weekMs);
  expect(await keptAfter(0)).toMatchObject({ refused: [gone] });
});

test('keeps a refused custom request with its pictures', async () => {
  const { keptAfter } = await setUp();
  expect(await keptAfter(52 * weekMs)).toMatchObject({ requests: ['refused'], pictures: 1 });
});

/** A signed-in device that generates ids in descending order. */
function signedIn() {
  const server = createModelServer();
  const browser = createTestBrowser(server);
  browser.signIn(account);
  let left = 0xff;
  const newId = () => {
    left -= 1;
    return `00000000-0000-4000-8000-0000000000${left.toString(16)}`;
  };
  return { server, browser, device: browser.open({ newId }) };
}

test('lists failed changes oldest first', async () => {
  const { server, device } = signedIn();
  server.refuse(fox._id);
  await device.addToCart(productOf(gone));
  await device.wish(fox);
  await device.wish(productOf(gone));
  await device.addToCart(fox);
  await device.sync({ pressed: true });
  await cartOnce(device, (now) => now.cart().refused.length === 4);
  await wishlistOnce(device, (now) => now.wishlist().refused.length === 2);

  const wanted = [`addToCart ${gone}`, `wish ${fox._id}`, `wish ${gone}`, `addToCart ${fox._id}`];
  const listed = (ops: readonly { kind: string; productId: string }[]) =>
    ops.map(({ kind, productId }) => `${kind} ${productId}`);
  expect(listed(device.syncView().refused)).toEqual(wanted);
  expect(listed(device.cart().refused)).toEqual(wanted);
  expect(listed(device.wishlist().refused)).toEqual(wanted.slice(1, 3));
});

test('lists a later change behind those that failed before', async () => {
  const { server, device } = signedIn();
  await device.addToCart(productOf(gone));
  await device.sync({ pressed: true });
  server.refuse(fox._id);
  await device.addToCart(fox);
  await device.sync({ pressed: true });
  await cartOnce(device, (now) => now.cart().refused.length === 2);

  expect(device.cart().refused.map(({ productId }) => productId)).toEqual([gone, fox._id]);
});

test('lists a refused custom request behind an earlier one', async () => {
  const { browser, device } = signedIn();
  const requests = await device.customRequests();
  for (const description of ['Foxes', 'Moons']) {
    const fields = { name: '', email: '', designType: '', description };
    await requests.write({ fields, images: [] });
    await browser.rows(account, (store) => store.change(sentBack));
    browser.clock.move(1000);
  }
  const later = browser.open();
  await later.follow();
  await cartOnce(later, () => later.syncView().requests.length === 2);

  expect(later.syncView().requests.map(({ title }) => title)).toEqual(['Foxes', 'Moons']);
});

test('asks about failed changes at sign-out, and keeps them for a week', async () => {
  const { browser, device } = signedIn();
  await device.addToCart(fox);
  await device.addToCart(productOf(gone));
  await device.sync({ pressed: true });
  expect(await device.countUnsent()).toBe(1);
  await device.wipe({ keepsUnsent: true });
  browser.signOut();
  await device.follow();
  expect(device.syncView().refused).toEqual([]);

  await browser.wait(weekMs);
  browser.signIn(account);
  await device.follow();
  await cartOnce(device, (now) => now.cart().refused.length === 1);
  const [{ productId: kept } = { productId: '' }] = device.cart().refused;
  expect(kept).toBe(gone);
  await browser.wait(weekMs + 1);
  await device.wipe({ keepsUnsent: true });
  const names = (await browser.idb.indexedDB.databases()).map(({ name }) => name);
  expect(names).not.toContain(`pinwheel-account-${account}`);
});

test('keeps what another tab enqueues during a sign-out with the rest', async () => {
  const { browser, server, device } = signedIn();
  const other = browser.open();
  await Promise.all([device.follow(), other.follow()]);
  server.nextFaults(Array.from({ length: 30 }, () => 'lost' as const));
  await device.addToCart(fox);
  await Promise.all([other.addToCart(moon), device.wipe({ keepsUnsent: true })]);

  const { outbox } = await browser.rows(account, (store) => store.read());
  expect(outbox.map(({ args }) => args.productId).sort()).toEqual([fox._id, moon._id]);
});
