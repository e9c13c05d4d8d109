import { expect, test } from 'vitest';
import { hasLicence } from '#features/orders/item-licence.ts';
import { unreleasedText } from '#features/orders/order-presentation.ts';
import { makeItem, makeOrder } from '#tests/support/make-order.ts';

const requestId = 'f'.repeat(24);

test('an order for a custom design says where its files are until they are released', () => {
  const whole = makeOrder({ commission: { requestId, part: 'whole', isReleased: false } });
  const released = makeOrder({ commission: { requestId, part: 'whole', isReleased: true } });
  const rest = makeOrder({ commission: { requestId, part: 'rest', isReleased: false } });

  expect(unreleasedText(whole)).toContain('once you have accepted the design.');
  expect(unreleasedText(rest)).toContain('into the order of the deposit');
  expect(unreleasedText(whole)).not.toContain('drawn');
  expect(unreleasedText(released)).toBeNull();
  expect(unreleasedText({ ...whole, paymentState: 'refunded' })).toBeNull();
  expect(unreleasedText(makeOrder())).toBeNull();
  expect([whole, released, makeOrder()].map((order) => hasLicence(order, makeItem()))).toEqual([
    false,
    true,
    true,
  ]);
});
