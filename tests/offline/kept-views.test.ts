import * as v from 'valibot';
import { expect, test } from 'vitest';
import type { ClothView } from '#contract/shop/cloth-view.ts';
import { wishlistSchema } from '#contract/shop/wishlist.ts';
import { archiveExpired } from '#offline/accounts/archive-wishes.ts';
import { enqueue, type ListChange } from '#offline/outbox/enqueue.ts';
import { acknowledgeOp, applyServerList, refuseOp } from '#offline/outbox/outbox-rules.ts';
import {
  type AccountRows,
  emptyRows,
  type ListLine,
  type ListOpKind,
} from '#offline/outbox/rows.ts';
import { wishlistViewOf } from '#offline/views/wishlist-view-of.ts';
import { snapshotAt } from '#tests/support/snapshot-at.ts';
import { ofAccount, ofVisitor } from '#tests/support/who-changes.ts';
import { createModelServer, fox, gone } from './model-server.ts';
import { cartOnce, createTestBrowser, wishlistOnce } from './test-device.ts';

const at = '2026-06-01T00:00:00.000Z';
const snapshot = snapshotAt(at);
const line: ListLine = { productId: 'fox', addedAt: at, snapshot };
const halfDrop: ClothView = {
  layout: 'half-drop',
  percent: 75,
  thing: null,
  picture: 0,
  beside: [],
};
const mug: ClothView = { ...halfDrop, percent: 40, thing: 'mug' };

let ops = 0;
function change(kind: ListOpKind, view?: ClothView | null, isVisitors = false): ListChange {
  ops += 1;
  const isAdd = kind === 'addToCart' || kind === 'wish';
  return {
    opId: `op-${ops}`,
    deviceId: 'device',
    kind,
    productId: 'fox',
    snapshot: isAdd ? snapshot : null,
    view,
    at,
    ...(isVisitors ? ofVisitor : ofAccount),
  };
}

const rowsOf = (...changes: ListChange[]): AccountRows => changes.reduce(enqueue, emptyRows);
const argsOf = (rows: AccountRows) => rows.outbox.map(({ args }) => args);
const viewsOf = ({ cartLines }: AccountRows) => cartLines.map(({ view }) => view);
const answered = (view?: ClothView, version = 1): AccountRows =>
  applyServerList(
    emptyRows,
    {
      name: 'cart',
      lines: [{ ...line, view }],
      version,
      answeredAt: at,
      cart: null,
    },
    0,
  );

test('adds with different views are sent one after another; the last one is shown', () => {
  const rows = rowsOf(change('wish'), change('wish', halfDrop), change('wish', mug));

  expect(argsOf(rows)).toEqual([
    { productId: 'fox' },
    { productId: 'fox', view: halfDrop },
    { productId: 'fox', view: mug },
  ]);
  expect(rows.wishlistMarks.map(({ view }) => view)).toEqual([mug]);
});

test('a view is removed by itself, and the removal is undone by the view', () => {
  const kept = answered(halfDrop);
  const removed = enqueue(kept, change('addToCart', null));
  expect(argsOf(removed)).toEqual([{ productId: 'fox', view: null }]);
  expect(viewsOf(removed)).toEqual([undefined]);

  const undone = enqueue(removed, change('addToCart', halfDrop));
  expect(argsOf(undone).map(({ view }) => view)).toEqual([null, halfDrop]);
  expect(viewsOf(undone)).toEqual([halfDrop]);
});

test('removing a view does not show a line again that another device removed', () => {
  const removal = change('addToCart', null);
  const waiting = enqueue(answered(halfDrop), removal);
  const removed = [{ line, removedOn: 'Firefox' }];
  const cart = { version: 2, cartId: 'cart', appliedCoupon: null, totalPrice: 0, removed };
  const elsewhere = { name: 'cart', lines: [], version: 2, answeredAt: at, cart } as const;

  const rows = applyServerList(waiting, elsewhere, 0);
  const sent = acknowledgeOp(rows, removal.opId, { version: 2, doneAt: at });

  expect(viewsOf(rows)).toEqual([]);
  expect(viewsOf(sent)).toEqual([]);
  expect(sent.serverSets).toEqual([elsewhere]);
});

test('an add after the removal of a view is sent, because that adds nothing', () => {
  const rows = rowsOf(change('addToCart', null), change('addToCart'), change('addToCart'));

  expect(argsOf(rows).map(({ view }) => view)).toEqual([null, undefined]);
  expect(rows.cartLines).toMatchObject([{ productId: 'fox' }]);
});

test('a visitor who removes the view of a line that isn’t there changes nothing', () => {
  const removed = rowsOf(change('wish', halfDrop, true), change('unwish', undefined, true));

  expect(enqueue(removed, change('wish', null, true))).toEqual(removed);
});

test('a visitor removes a view by itself', () => {
  const kept = rowsOf(change('wish', undefined, true), change('wish', halfDrop, true));
  const { wishlistMarks } = enqueue(kept, change('wish', null, true));
  expect(wishlistMarks).toMatchObject([{ productId: 'fox' }]);
  expect(wishlistMarks[0]?.view).toBeUndefined();
});

test('an add with the same view, or without one, adds nothing to a waiting view', () => {
  const rows = rowsOf(change('wish', halfDrop), change('wish', { ...halfDrop }), change('wish'));

  expect(argsOf(rows)).toEqual([{ productId: 'fox', view: halfDrop }]);
  expect(rows.wishlistMarks[0]?.view).toEqual(halfDrop);
});

test.each([
  ['wish', 'unwish'],
  ['addToCart', 'removeFromCart'],
] as const)('a visitor who removes a design keeps the view of the next %s', (add, remove) => {
  const waiting = [change(add, undefined, true), change(add, halfDrop, true)];
  const removed = rowsOf(...waiting, change(remove, undefined, true));

  const { cartLines, wishlistMarks } = enqueue(removed, change(add, mug, true));
  const again = enqueue(removed, change(add, halfDrop, true));

  expect([...cartLines, ...wishlistMarks].map(({ view }) => view)).toEqual([mug]);
  expect(argsOf(again).map(({ view }) => view)).toEqual([undefined, halfDrop]);
});

test('a view of a design that is in the cart says nothing about its price', () => {
  const rows = enqueue(answered(), change('addToCart', halfDrop));
  expect(argsOf(rows)).toEqual([{ productId: 'fox', view: halfDrop }]);

  const added = rowsOf(change('addToCart', halfDrop));
  expect(argsOf(added)).toEqual([{ productId: 'fox', seenPrice: 5, view: halfDrop }]);
});

test('a view is shown before and after the shop has it, and not once a newer answer has another', () => {
  const add = change('addToCart', halfDrop);
  const waiting = enqueue(answered(mug), add);
  expect(viewsOf(waiting)).toEqual([halfDrop]);

  const sent = acknowledgeOp(waiting, add.opId, { version: 2, doneAt: at });
  expect(viewsOf(sent)).toEqual([halfDrop]);
  expect(sent.done[0]?.view).toEqual(halfDrop);
  const lines = [{ ...line, view: mug }];
  const newer = { name: 'cart', lines, version: 3, answeredAt: at, cart: null } as const;
  expect(viewsOf(applyServerList(sent, newer, 0))).toEqual([mug]);
});

test('a refused view keeps what was wanted, and the line shows what the shop has', () => {
  const add = change('addToCart', halfDrop);
  const problem = { status: 409, code: 'PRODUCT_UNAVAILABLE', message: '' };

  const rows = refuseOp(enqueue(answered(mug), add), add.opId, problem, at);

  expect(viewsOf(rows)).toEqual([mug]);
  expect(rows.refused[0]?.view).toEqual(halfDrop);
});

test('a removed view is told from an add once it is refused or acknowledged', () => {
  const removal = change('addToCart', null);
  const waiting = enqueue(answered(halfDrop), removal);
  const problem = { status: 404, code: 'NOT_FOUND', message: '' };

  const after = refuseOp(waiting, removal.opId, problem, at);
  const sent = acknowledgeOp(waiting, removal.opId, { version: 2, doneAt: at });

  expect(viewsOf(after)).toEqual([halfDrop]);
  expect(after.refused.map(({ view }) => view)).toEqual([null]);
  expect(viewsOf(sent)).toEqual([undefined]);
  expect(sent.done.map(({ view }) => view)).toEqual([null]);
});

test('a visitor’s removal also removes the view, and taking it back restores both', () => {
  const kept = rowsOf(change('addToCart', undefined, true), change('addToCart', halfDrop, true));
  const removed = enqueue(kept, change('removeFromCart', undefined, true));
  expect(removed.cartLines).toEqual([]);

  expect(viewsOf(enqueue(removed, change('addToCart', undefined, true)))).toEqual([halfDrop]);
});

test('an archived wish with a view counts as one design', () => {
  const kept = rowsOf(change('wish', undefined, true), change('wish', halfDrop, true));

  const archived = archiveExpired(kept, Date.parse(at) + 8 * 86_400_000, null);

  const view = wishlistViewOf(archived, null, { trouble: null, isRead: true });
  expect([view.lines.length, view.archived]).toEqual([0, 1]);
});

test('a view that this build doesn’t know is left out of an answer', () => {
  const item = { title: 'Foxes', image: '', price: 5, discountedPrice: null, available: true };
  const spiral = { ...halfDrop, layout: 'spiral' };
  const items = [{ ...item, _id: 'f'.repeat(24), addedAt: at, view: spiral }];

  expect(v.parse(wishlistSchema, { items, version: 1 }).items[0]?.view).toBeUndefined();
});

const account = 'a'.repeat(24);

function shop() {
  const server = createModelServer();
  const browser = createTestBrowser(server);
  browser.signIn(account);
  return { server, browser };
}

test('a view kept without a signal is in the other tab at once, and on another device later', async () => {
  const { server, browser } = shop();
  const [tab, other] = [browser.open(), browser.open()];
  await Promise.all([tab.addToCart(fox), other.follow()]);
  await tab.sync({ pressed: true });
  server.nextFaults(Array.from({ length: 20 }, () => 'lost' as const));
  await tab.addToCart(fox, halfDrop);
  await cartOnce(other, (now) => now.cart().lines[0]?.view?.percent === 75);

  server.nextFaults([]);
  await tab.sync({ pressed: true });
  const phone = createTestBrowser(server);
  phone.signIn(account);
  const elsewhere = phone.open();
  await elsewhere.follow();
  await cartOnce(elsewhere, (now) => now.cart().lines[0]?.view?.percent === 75);
  expect(elsewhere.cart().lines[0]?.view).toEqual(halfDrop);
});

test('a view whose answer was lost is kept once', async () => {
  const { server, browser } = shop();
  const device = browser.open();
  await device.wish(fox);
  await device.sync({ pressed: true });
  server.nextFaults(['unheard']);
  await device.wish(fox, mug);
  await device.sync({ pressed: true });
  await device.sync({ pressed: true });
  await wishlistOnce(device, (now) => now.wishlist().unsentIds.size === 0);

  expect(device.wishlist().lines[0]?.view).toEqual(mug);
  const once = new Set(server.effects.map(({ opId }) => opId));
  expect(server.effects).toHaveLength(once.size);
  expect(once.size).toBe(2);
});

test('a refused change is tried again with its view', async () => {
  const { server, browser } = shop();
  const device = browser.open();
  server.refuse(fox._id);
  await device.wish(fox, halfDrop);
  await device.sync({ pressed: true });
  await wishlistOnce(device, (now) => now.wishlist().refused.length === 1);
  server.refuse(gone);

  for (const op of device.wishlist().refused) await device.retryRefused(op);
  await device.sync({ pressed: true });
  await wishlistOnce(device, (now) => now.wishlist().lines.length === 1);

  expect(device.wishlist().lines[0]?.view).toEqual(halfDrop);
});

test('a refused removal of a view is tried again as one', async () => {
  const { server, browser } = shop();
  const device = browser.open();
  await device.wish(fox, halfDrop);
  await device.sync({ pressed: true });
  await wishlistOnce(device, (now) => now.wishlist().lines[0]?.view !== undefined);
  server.refuse(fox._id);
  for (const line of device.wishlist().lines) await device.setView('wishlist', line, null);
  await device.sync({ pressed: true });
  await wishlistOnce(device, (now) => now.wishlist().refused.length === 1);
  server.refuse(gone);

  for (const op of device.wishlist().refused) await device.retryRefused(op);
  await device.sync({ pressed: true });
  await wishlistOnce(device, (now) => {
    const { refused, unsentIds } = now.wishlist();
    return refused.length === 0 && unsentIds.size === 0;
  });

  expect(device.wishlist().lines).toMatchObject([{ productId: fox._id }]);
  expect(device.wishlist().lines[0]?.view).toBeUndefined();
});

test('a wishlisted design goes into the cart with its view', async () => {
  const { browser } = shop();
  const device = browser.open();
  await device.wish(fox, halfDrop);
  await wishlistOnce(device, (now) => now.wishlist().lines.length === 1);

  for (const wished of device.wishlist().lines) await device.addLineToCart(wished);
  await cartOnce(device, (now) => now.cart().lines.length === 1);

  expect(device.cart().lines[0]?.view).toEqual(halfDrop);
});
