import { expect, test } from 'vitest';
import { orderFiles } from '#features/orders/order-files.ts';
import { makeItem, makeOrder } from '#tests/support/make-order.ts';

test('an order has one file per downloadable design', () => {
  const order = makeOrder({
    items: [
      makeItem({ downloadLink: '/api/a', fileName: 'owls.png' }),
      makeItem({ downloadLink: '', fileName: 'refunded.png', isRevoked: true }),
      makeItem({ downloadLink: '/api/b', fileName: 'kit.zip' }),
    ],
  });
  expect(orderFiles(order)).toEqual([
    { link: '/api/a', name: 'owls.png' },
    { link: '/api/b', name: 'kit.zip' },
  ]);
});
