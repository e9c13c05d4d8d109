import * as v from 'valibot';
import { expect, test } from 'vitest';
import { parseNotice, paypalOrderSchema } from '#server/orders/payments/paypal-messages.ts';

const amount = { currency_code: 'USD', value: '12.00' };

test.each([
  ['2026-12-31T23:59:59Z', '2026-12-31T23:59:59.000Z'],
  ['2026-12-31T16:59:59-07:00', '2026-12-31T23:59:59.000Z'],
  ['yesterday', undefined],
  ['2026-13-41T00:00:00Z', undefined],
  [7, undefined],
  [undefined, undefined],
])('of a payment and of refunds, the time %j is %j', (create_time, at) => {
  const capture = { id: 'C', status: 'COMPLETED', amount, create_time };
  const refund = { id: 'R', amount, create_time };
  const unit = { payments: { captures: [capture], refunds: [refund] } };
  const order = v.parse(paypalOrderSchema, {
    ...{ id: 'O', status: 'COMPLETED', purchase_units: [unit] },
  });
  const notice = { id: 'N', event_type: 'PAYMENT.CAPTURE.REFUNDED', resource: refund };

  expect(order.captures[0]?.at).toBe(at);
  expect(order.refunds[0]?.at).toBe(at);
  expect(parseNotice(JSON.stringify(notice))?.refund).toMatchObject({ id: 'R' });
  expect(parseNotice(JSON.stringify(notice))?.refund?.at).toBe(at);
});
