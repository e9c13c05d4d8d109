import { describe, expect, test } from 'vitest';
import { paymentStates } from '#contract/shop/order.ts';
import { confirmedOrder } from '#features/orders/confirmed-order.ts';
import {
  currentOrders,
  detailsDate,
  listDate,
  listedItems,
  paymentBadge,
  statusTone,
} from '#features/orders/order-presentation.ts';
import { makeItem, makeOrder } from '#tests/support/make-order.ts';

const item = makeItem();

describe('an order in the list', () => {
  test('has its date as M/D/YYYY, and in the details as MMMM D, YYYY h:mm A', () => {
    const local = new Date(2026, 2, 4, 15, 7).toISOString();
    expect(listDate(local)).toBe('3/4/2026');
    expect(detailsDate(local)).toBe('March 4, 2026 3:07 PM');
    expect(detailsDate(new Date(2026, 10, 23, 0, 5).toISOString())).toBe(
      'November 23, 2026 12:05 AM',
    );
  });

  test('shows two items and how many more there are', () => {
    expect(listedItems([item, item])).toEqual({ shown: [item, item], more: null });
    expect(listedItems([item, item, item, item])).toEqual({
      shown: [item, item],
      more: '+2 more item(s)',
    });
  });

  test('is orange while Pending and green otherwise', () => {
    expect(statusTone('Pending')).toBe('orange');
    expect(statusTone('Completed')).toBe('green');
  });

  test("has a badge for each payment state that its status doesn't express", () => {
    const silent = paymentStates.filter((state) => paymentBadge(state) === null);
    expect(silent).toEqual(['none', 'paid']);
  });
});

describe('a saved list of orders', () => {
  const created = Date.parse('2026-03-04T05:06:07.000Z');
  const nextDay = created + 24 * 3_600_000;
  const pending = makeOrder({ status: 'Pending', paymentState: 'none' });

  test('hides a Pending order once it is older than a day', () => {
    expect(currentOrders([pending], nextDay - 1)).toHaveLength(1);
    expect(currentOrders([pending], nextDay)).toHaveLength(0);
  });

  test('keeps showing orders that may have cost money, however old', () => {
    const shown = [
      makeOrder(),
      makeOrder({ status: 'Pending', paymentState: 'processing' }),
      makeOrder({ status: 'Pending', paymentState: 'review' }),
    ];
    expect(currentOrders(shown, nextDay + 1)).toHaveLength(3);
  });
});

test('the confirmation accepts only a complete order in the history entry', () => {
  const entry = { order: makeOrder(), accountId: 'ana' };
  expect(confirmedOrder(entry, 'ana')?.orderNumber).toBe('PW-1');
  expect(confirmedOrder(entry, 'ben')).toBeNull();
  expect(confirmedOrder(entry, null)).toBeNull();
  expect(confirmedOrder({ ...entry, order: { orderNumber: 'PW-1' } }, 'ana')).toBeNull();
  expect(confirmedOrder(null, null)).toBeNull();
});
