import { expect, test } from 'vitest';
import type { Order, OrderItem } from '#contract/order.ts';
import { itemLicence } from '#features/orders/item-licence.ts';

const item: OrderItem = {
  _id: 'b'.repeat(24),
  productId: 'c'.repeat(24),
  licenseType: 'SMALL_BUSINESS',
  licenceTextVersion: '2026-11',
  price: 7,
  discountedPrice: null,
  productName: 'Night Owls',
  downloadLink: '',
  fileName: 'night-owls.png',
  files: [],
  isRevoked: false,
  product: { title: 'Night Owls', image: { url: '' } },
};

const paid: Order = {
  _id: 'a'.repeat(24),
  orderNumber: 'PW-1',
  createdAt: '2026-03-04T05:06:07.000Z',
  status: 'Completed',
  paymentState: 'paid',
  totalPrice: 7,
  totalDiscount: 0,
  couponCode: null,
  paymentMethod: 'PayPal',
  customerEmail: 'robin@shop.example',
  items: [item],
  customerDetails: { name: 'Robin', email: 'robin@shop.example', country: '', city: '' },
};

test('a paid item has its licence', () => {
  expect(itemLicence([paid], paid._id, item._id)).toEqual({ status: 'granted', order: paid, item });
});

test('an unpaid order gives none', () => {
  const unpaid: Order = { ...paid, status: 'Pending', paymentState: 'processing' };
  expect(itemLicence([unpaid], paid._id, item._id)).toEqual({ status: 'unpaid' });
});

test('a refunded item has lost its own and no other', () => {
  const other = { ...item, _id: 'd'.repeat(24) };
  const order: Order = { ...paid, items: [{ ...item, isRevoked: true }, other] };
  expect(itemLicence([order], order._id, item._id)).toEqual({ status: 'revoked' });
  expect(itemLicence([order], order._id, other._id).status).toBe('granted');
});

test('an order of another account, or an item of another order, is missing', () => {
  const second: Order = { ...paid, _id: 'e'.repeat(24), items: [] };
  expect(itemLicence([], paid._id, item._id)).toEqual({ status: 'missing' });
  expect(itemLicence([paid, second], second._id, item._id)).toEqual({ status: 'missing' });
});
