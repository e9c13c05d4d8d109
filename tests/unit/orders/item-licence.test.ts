import { expect, test } from 'vitest';
import type { LicenceText } from '#contract/shop/licence-text.ts';
import type { Order } from '#contract/shop/order.ts';
import { itemLicence } from '#features/orders/item-licence.ts';
import { makeItem, makeOrder } from '#tests/support/make-order.ts';

const item = makeItem({ licenceTextVersion: '2026-11' });
const paid = makeOrder({ items: [item] });

const text: LicenceText = {
  licenseType: 'SMALL_BUSINESS',
  version: '2026-11',
  allows: ['Sew with it.'],
  forbids: ['Resell it.'],
  goods: '100 goods.',
};
const texts: readonly LicenceText[] = [
  { ...text, version: '2027-01-02' },
  { ...text, licenseType: 'FABRIC_SHOP' },
  text,
];

const licenceIn = (orders: readonly Order[], orderId: string, itemId: string) =>
  itemLicence({ orders, texts }, orderId, itemId);

test('a paid item has its licence, with the text it was bought under', () => {
  const granted = { status: 'granted', order: paid, item, text };
  expect(licenceIn([paid], paid._id, item._id)).toEqual(granted);
});

test("an item has its licence even if this device doesn't know the text", () => {
  const licence = itemLicence({ orders: [paid], texts: [] }, paid._id, item._id);
  expect(licence).toEqual({ status: 'granted', order: paid, item, text: null });
});

test('an item of an unpaid order has none', () => {
  const unpaid: Order = { ...paid, status: 'Pending', paymentState: 'processing' };
  expect(licenceIn([unpaid], paid._id, item._id)).toEqual({ status: 'unpaid' });
});

test('a refunded item loses its licence, and no other does', () => {
  const other = { ...item, _id: 'd'.repeat(24) };
  const order: Order = { ...paid, items: [{ ...item, isRevoked: true }, other] };
  expect(licenceIn([order], order._id, item._id)).toEqual({ status: 'revoked' });
  expect(licenceIn([order], order._id, other._id).status).toBe('granted');
});

test('an order of another account, or an item of another order, is missing', () => {
  const second: Order = { ...paid, _id: 'e'.repeat(24), items: [] };
  expect(licenceIn([], paid._id, item._id)).toEqual({ status: 'missing' });
  expect(licenceIn([paid, second], second._id, item._id)).toEqual({ status: 'missing' });
});
