import { expect, test } from 'vitest';
import { findOrders } from '#features/orders/find-orders.ts';
import { makeItem, makeOrder } from '#tests/support/make-order.ts';

const owls = makeOrder({
  orderNumber: 'PW-1041',
  createdAt: new Date(2026, 2, 4, 15, 7).toISOString(),
});
const cafe = makeOrder({
  orderNumber: 'PW-2090',
  createdAt: new Date(2026, 10, 9, 12).toISOString(),
  couponCode: 'AUTUMN',
  items: [
    makeItem({ productName: 'Café Foxes' }),
    makeItem({ productName: 'Mother’s Garden' }),
    makeItem({
      productName: 'Branding kit',
      files: [{ name: 'social-cover.png', bytes: 1, sha256: '', downloadLink: '' }],
    }),
  ],
});
const found = (text: string) =>
  findOrders([owls, cafe], text).map(({ orderNumber }) => orderNumber);

test('finds orders by number, design, file, coupon and date', () => {
  expect(found('1041')).toEqual(['PW-1041']);
  expect(found('night owls')).toEqual(['PW-1041']);
  expect(found('social-cover')).toEqual(['PW-2090']);
  expect(found('autumn')).toEqual(['PW-2090']);
  expect(found('november')).toEqual(['PW-2090']);
  expect(found('3/4/2026')).toEqual(['PW-1041']);
});

test('requires every word, in any order, regardless of case, accents and apostrophes', () => {
  for (const text of ['mothers', "Mother's", 'mother’s']) expect(found(text)).toEqual(['PW-2090']);
  expect(found('FOXES cafe')).toEqual(['PW-2090']);
  expect(found('foxes owls')).toEqual([]);
});

test('finds all orders for an empty text', () => {
  expect(found('  ')).toEqual(['PW-1041', 'PW-2090']);
});
