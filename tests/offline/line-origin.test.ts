import { expect, test } from 'vitest';
import { mergeVisitor } from '#offline/accounts/visitor-merge.ts';
import { enqueue, type SetChange } from '#offline/outbox/enqueue.ts';
import { acknowledgeOp, applyServerSet, postponeOp } from '#offline/outbox/outbox-rules.ts';
import { cartAnswer } from '#offline/outbox/product-snapshot.ts';
import { type AccountRows, emptyRows, type SetOpKind } from '#offline/outbox/rows.ts';
import { cartViewOf } from '#offline/views/cart-view-of.ts';
import { ofAccount, ofVisitor } from '#tests/support/who-changes.ts';

const addedAt = '2026-06-02T07:12:00.000Z';
const answeredAt = '2026-06-02T09:00:00.000Z';
const fox = 'f'.repeat(24);
const store = { trouble: null, isRead: true } as const;

const snapshot = {
  title: 'Foxes',
  image: '',
  price: 5,
  discountedPrice: null,
  seenAt: addedAt,
  isAvailable: true,
};

function change(kind: SetOpKind, more: Partial<SetChange> = {}): SetChange {
  const opId = `${kind} fox`;
  const isAdd = kind === 'addToCart';
  return {
    opId,
    deviceId: 'device',
    kind,
    productId: fox,
    snapshot: isAdd ? snapshot : null,
    at: addedAt,
    ...ofAccount,
    ...more,
  };
}

/** `GET /cart`, with the design added on a device, or removed on another. */
function answer(
  version: number,
  { addedOn, removedOn }: { addedOn?: { name: string; isThis: boolean }; removedOn?: string },
) {
  const { seenAt: _, isAvailable, ...seen } = snapshot;
  const design = { productId: fox, ...seen };
  return cartAnswer(
    {
      _id: 'c'.repeat(24),
      items: addedOn ? [{ ...design, available: isAvailable, addedAt: answeredAt, addedOn }] : [],
      totalPrice: 5,
      totalDiscount: 0,
      appliedCoupon: null,
      ...(removedOn && { removed: [{ ...design, removedAt: answeredAt, removedOn }] }),
      version,
    },
    answeredAt,
  );
}

const originOf = ({ cartLines }: AccountRows) => cartLines[0]?.origin;
const removedOf = (rows: AccountRows) =>
  cartViewOf(rows, 'a'.repeat(24), store).removed.map(({ removedOn }) => removedOn);
const acknowledged = { version: 1, doneAt: answeredAt };
const isThis = { addedOn: { name: 'Phone', isThis: true } };

test('the device knows its own add, and keeps its time when the shop answers', () => {
  const added = enqueue(emptyRows, change('addToCart', { isOffline: true }));
  const own = { isThis: true, at: addedAt, isOffline: true };
  expect(originOf(added)).toEqual(own);

  const sent = acknowledgeOp(added, 'addToCart fox', acknowledged);
  expect(originOf(sent)).toEqual(own);
  expect(originOf(applyServerSet(sent, answer(1, isThis), 0))).toEqual(own);
});

test('an add that got no answer at first counts as offline', () => {
  const problem = { status: null, code: 'FETCH_ERROR', message: '' };
  const waiting = postponeOp(
    enqueue(emptyRows, change('addToCart')),
    'addToCart fox',
    { problem, faults: {}, foreign: null },
    0,
  );

  const sent = acknowledgeOp(waiting, 'addToCart fox', acknowledged);

  expect(originOf(sent)).toMatchObject({ isThis: true, isOffline: true });
});

test('a line of another device has its name, whatever this device thought', () => {
  const sent = acknowledgeOp(
    enqueue(emptyRows, change('addToCart')),
    'addToCart fox',
    acknowledged,
  );

  const rows = applyServerSet(sent, answer(2, { addedOn: { name: 'Laptop', isThis: false } }), 0);

  expect(originOf(rows)).toEqual({ isThis: false, name: 'Laptop' });
});

test('a line that this device forgot has the shop’s time', () => {
  const rows = applyServerSet(emptyRows, answer(1, isThis), 0);
  expect(originOf(rows)).toEqual({ isThis: true, at: answeredAt, isOffline: false });
});

test('a visitor’s line keeps its time in the account', () => {
  const visitor = enqueue(emptyRows, change('addToCart', ofVisitor));
  expect(originOf(mergeVisitor(emptyRows, visitor))).toMatchObject({ isThis: true, at: addedAt });
});

test('a wish has no origin', () => {
  const rows = enqueue(emptyRows, change('wish', { snapshot }));
  expect(rows.wishlistMarks[0]?.origin).toBeUndefined();
});

test('a removal on another device is shown until it is undone or dismissed here', () => {
  const answered = applyServerSet(emptyRows, answer(1, { removedOn: 'Laptop' }), 0);
  expect(removedOf(answered)).toEqual(['Laptop']);

  for (const kind of ['addToCart', 'removeFromCart'] as const) {
    const settled = enqueue(answered, change(kind));
    expect(removedOf(settled)).toEqual([]);
    const sent = acknowledgeOp(settled, `${kind} fox`, { ...acknowledged, version: 2 });
    expect(removedOf(sent)).toEqual([]);
    expect(sent.done[0]?.title).toBe('Foxes');
  }
});

test('the answer of an earlier shop says nothing about devices', () => {
  const rows = applyServerSet(emptyRows, answer(1, {}), 0);
  expect(removedOf(rows)).toEqual([]);
});
