import { expect, test } from 'vitest';
import { enqueue, type ListChange } from '#offline/outbox/enqueue.ts';
import { acknowledgeOp, applyServerList } from '#offline/outbox/outbox-rules.ts';
import { cartAnswer } from '#offline/outbox/product-snapshot.ts';
import { type AccountRows, emptyRows, type ListOpKind } from '#offline/outbox/rows.ts';
import { cartViewOf } from '#offline/views/cart-view-of.ts';
import { snapshotAt } from '#tests/support/snapshot-at.ts';
import { ofAccount } from '#tests/support/who-changes.ts';

const addedAt = '2026-06-02T07:12:00.000Z';
const answeredAt = '2026-06-02T09:00:00.000Z';
const fox = 'f'.repeat(24);
const store = { trouble: null, isRead: true } as const;

const snapshot = snapshotAt(addedAt);

function change(kind: ListOpKind, more: Partial<ListChange> = {}): ListChange {
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

const addedOn = ({ cartLines }: AccountRows) => cartLines.map((line) => line.addedOn);
const removedOf = (rows: AccountRows) =>
  cartViewOf(rows, 'a'.repeat(24), store).removed.map(({ removedOn }) => removedOn);
const acknowledged = { version: 1, doneAt: answeredAt };
const isThis = { addedOn: { name: 'Phone', isThis: true } };

test('a line of this device names no device, before and after the shop answers', () => {
  const added = enqueue(emptyRows, change('addToCart'));
  expect(addedOn(added)).toEqual([undefined]);

  const sent = acknowledgeOp(added, 'addToCart fox', acknowledged);
  expect(addedOn(applyServerList(sent, answer(1, isThis), 0))).toEqual([undefined]);
});

test('a line of another device has its name, whatever this device thought', () => {
  const sent = acknowledgeOp(
    enqueue(emptyRows, change('addToCart')),
    'addToCart fox',
    acknowledged,
  );

  const rows = applyServerList(sent, answer(2, { addedOn: { name: 'Laptop', isThis: false } }), 0);

  expect(addedOn(rows)).toEqual(['Laptop']);
});

test('a removal on another device is shown until it is undone or dismissed here', () => {
  const answered = applyServerList(emptyRows, answer(1, { removedOn: 'Laptop' }), 0);
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
  const rows = applyServerList(emptyRows, answer(1, {}), 0);
  expect(removedOf(rows)).toEqual([]);
});
