import { beforeEach, expect, test } from 'vitest';
import { session } from '#api/session.ts';
import { announceRefused } from '#app/announce-refused.ts';
import type { User } from '#contract/shop/account.ts';
import type { ClothView } from '#contract/shop/cloth-view.ts';
import type { Device } from '#offline/device.ts';
import type { ListLine, RefusedOp } from '#offline/outbox/rows.ts';
import { emptyCartView } from '#offline/views/cart-view.ts';
import { emptyWishlistView } from '#offline/views/wishlist-view.ts';
import { snapshotAt } from '#tests/support/snapshot-at.ts';
import { toastQueue } from '#ui/toast.ts';

const op: RefusedOp = {
  opId: 'op-1',
  kind: 'removeFromCart',
  productId: 'a',
  snapshot: null,
  problem: { status: 404, code: 'NOT_FOUND', message: '' },
  refusedAt: '2026-03-01T09:00:00.000Z',
};
const retried: RefusedOp[] = [];
const view: ClothView = {
  layout: 'half-drop',
  percent: 75,
  thing: null,
  picture: 0,
  beside: [],
};
const snapshot = snapshotAt(op.refusedAt);
const line: ListLine = { productId: op.productId, addedAt: op.refusedAt, snapshot };

/** A device that shows these lines in cart and wishlist. */
const withLines = (...lines: ListLine[]) =>
  ({
    cart: () => ({ ...emptyCartView('ann'), lines }),
    wishlist: () => ({ ...emptyWishlistView('ann'), lines }),
    retryRefused: async (again) => {
      retried.push(again);
      return 'op-2';
    },
  }) as Partial<Device> as Device;
const device = withLines();

const shown = () => toastQueue.get().filter(({ isLeaving }) => !isLeaving);

function signIn(_id: string): void {
  session.setUser({ _id, status: 'approved' } as User, 'token');
}

beforeEach(() => {
  retried.length = 0;
  for (const { id } of toastQueue.get()) toastQueue.dismiss(id);
});

test('removes the offer to try again when its account is left', () => {
  signIn('ann');
  announceRefused(device, op, 'ann');
  expect(shown().map(({ id }) => id)).toEqual(['op-1']);
  const [toast] = shown();

  signIn('bob');
  expect(shown()).toEqual([]);
  toast?.action?.onPress();
  expect(retried).toEqual([]);
});

test('does not offer another account to try again', () => {
  signIn('bob');
  announceRefused(device, op, 'ann');

  expect(shown()).toEqual([]);
});

test.each([
  { view: null, kind: 'addToCart', detail: 'Foxes still has its view in your cart.' },
  { view, kind: 'wish', detail: 'Foxes doesn’t have the new view in your wishlist.' },
] as const)('says that a line is there when only its view was refused: $detail', async (change) => {
  signIn('ann');
  announceRefused(withLines(line), { ...op, snapshot, ...change }, 'ann');
  expect(shown().map(({ detail }) => detail)).toEqual([change.detail]);

  shown()[0]?.action?.onPress();

  const done = change.view ? 'View kept in your wishlist' : 'View removed from your cart';
  await expect.poll(() => shown().map(({ text }) => text)).toContain(done);
});

test('says that a design with a view is not in the cart if it is not', () => {
  signIn('ann');
  announceRefused(withLines(), { ...op, snapshot, kind: 'addToCart', view }, 'ann');

  expect(shown().map(({ detail }) => detail)).toEqual(['Foxes is not in your cart.']);
});

test('does not say that a count was counted again which was tried again elsewhere', async () => {
  signIn('ann');
  const counted: RefusedOp = {
    ...op,
    opId: 'op-3',
    kind: 'countSold',
    sold: { licenceId: 'licence', title: 'Foxes', delta: 5 },
  };
  announceRefused({ ...device, retryRefused: async () => null }, counted, 'ann');

  shown()[0]?.action?.onPress();

  await expect
    .poll(() => shown().map(({ text }) => text))
    .toContain('This count was already tried again or dismissed.');
  expect(shown().map(({ text }) => text)).not.toContain('Counted again.');
});
