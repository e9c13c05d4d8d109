import { describe, expect, test } from 'vitest';
import { enqueue } from '#offline/outbox/enqueue.ts';
import { acknowledgeOp } from '#offline/outbox/outbox-rules.ts';
import { type AccountRows, emptyRows, type ListLine } from '#offline/outbox/rows.ts';
import { cartFirstPaint, oldestSeenAt, readCartFirstPaint } from '#offline/views/cart-view.ts';
import { cartViewOf } from '#offline/views/cart-view-of.ts';
import { ofAccount } from '#tests/support/who-changes.ts';

const account = 'a'.repeat(24);
/** A store without problems. */
const stored = { trouble: null, isRead: true } as const;

function line(
  productId: string,
  addedAt: string,
  snapshot: Partial<ListLine['snapshot']> = {},
): ListLine {
  const base = { title: productId, image: '', price: 5, discountedPrice: 4, isAvailable: true };
  return { productId, addedAt, snapshot: { ...base, seenAt: addedAt, ...snapshot } };
}

const older = line('moon', '2026-01-01T00:00:00.000Z');
const newer = line('fox', '2026-01-02T00:00:00.000Z');

function rowsWith(lines: readonly ListLine[], coupon: number | null = null): AccountRows {
  const appliedCoupon =
    coupon === null ? null : { code: 'MOON', discountType: 'fixed', discountAmount: 99 };
  const cart = { version: 1, cartId: 'c'.repeat(24), appliedCoupon, totalPrice: coupon ?? 0 };
  const set = { name: 'cart', lines, version: 1, answeredAt: '2026-01-03T00:00:00.000Z', cart };
  return { ...emptyRows, cartLines: lines, serverSets: [{ ...set, name: 'cart' }] };
}

describe('the cart as a screen shows it', () => {
  test('lists the oldest addition first', () => {
    const { lines } = cartViewOf(rowsWith([newer, older]), account, stored);
    expect(lines.map((shown) => shown.productId)).toEqual(['moon', 'fox']);
  });

  test('excludes a design that is no longer sold from every total', () => {
    const gone = { ...newer, snapshot: { ...newer.snapshot, isAvailable: false } };
    const { totals, lines } = cartViewOf(rowsWith([older, gone]), account, stored);
    expect(lines).toHaveLength(2);
    expect(totals).toMatchObject({ list: 5, subtotal: 4, total: 4, totalDiscount: 1, count: 1 });
  });

  test("uses the server's total if a coupon is applied", () => {
    const { totals } = cartViewOf(rowsWith([older, newer], 6.5), account, stored);
    expect(totals).toMatchObject({ subtotal: 8, total: 6.5, couponDiscount: 1.5 });
  });

  test('applies no coupon until the shop has seen this exact cart', () => {
    const rows = rowsWith([older, newer], 6.5);
    const waiting = enqueue(rows, {
      opId: 'op',
      deviceId: 'device',
      kind: 'removeFromCart',
      productId: 'fox',
      snapshot: null,
      at: newer.addedAt,
      ...ofAccount,
    });
    const offline = cartViewOf(waiting, account, stored);
    expect(offline).toMatchObject({ isCouponCounted: false, appliedCoupon: { code: 'MOON' } });
    expect(offline.totals).toMatchObject({ subtotal: 4, total: 4, couponDiscount: 0 });
    expect(readCartFirstPaint(cartFirstPaint(offline), account).totals).toEqual(offline.totals);

    // The shop has done it, but hasn't returned the new total yet.
    const done = cartViewOf(
      acknowledgeOp(waiting, 'op', { version: 2, doneAt: newer.addedAt }),
      account,
      stored,
    );
    expect(done.isCouponCounted).toBe(false);
    expect(done.totals.total).toBe(4);
  });

  test('is read back from local storage as it was written', () => {
    const view = cartViewOf(rowsWith([older, newer], 6.5), account, stored);
    const firstPaint = readCartFirstPaint(cartFirstPaint(view), account);
    expect(firstPaint.lines).toEqual(view.lines);
    expect(firstPaint.totals).toEqual(view.totals);
    expect(firstPaint.isLoaded).toBe(false);
  });

  test('knows its oldest price', () => {
    expect(oldestSeenAt([newer, older])).toBe(older.snapshot.seenAt);
    expect(oldestSeenAt([])).toBeNull();
  });
});
