import { expect, test } from 'vitest';
import {
  approved,
  captured,
  created,
  refunded,
} from '#server/orders/payments/practice/practice-steps.ts';

const now = new Date('2026-03-01T12:00:00.000Z');
const dollars = (value: string) => ({ currency_code: 'USD', value });
const fresh = created({ amount: dollars('12.00') }, now);
const payable = approved(fresh, { source: 'card', isDeclined: false });
const paid = captured(payable, now);
const captureId = paid.captures[0]?.id ?? '';
const refund = (value: string, order = paid) =>
  refunded(order, captureId, { amount: dollars(value) }, now);

test('captures what was approved, once', () => {
  expect(paid).toMatchObject({ status: 'COMPLETED', captures: [{ amount: dollars('12.00') }] });
  expect(() => captured(fresh, now)).toThrow('ORDER_NOT_APPROVED');
  expect(() => captured(paid, now)).toThrow('ORDER_ALREADY_CAPTURED');
  expect(() => approved(paid, null)).toThrow('ORDER_ALREADY_CAPTURED');
  const declined = approved(fresh, { source: 'card', isDeclined: true });
  expect(() => captured(declined, now)).toThrow('INSTRUMENT_DECLINED');
});

test('refunds all that is left where no amount is given', () => {
  const { order } = refund('5.00');

  const last = refunded(order, captureId, {}, now);

  expect(last.refund.amount).toEqual(dollars('7.00'));
  expect(() => refund('0.01', last.order)).toThrow('CAPTURE_FULLY_REFUNDED');
});

test('refuses a refund of nothing, of too much, in another currency or of another payment', () => {
  const euros = { amount: { currency_code: 'EUR', value: '1.00' } };

  expect(() => refund('0.00')).toThrow('CANNOT_BE_ZERO_OR_NEGATIVE');
  expect(() => refund('12.01')).toThrow('REFUND_AMOUNT_EXCEEDED');
  expect(() => refunded(paid, captureId, euros, now)).toThrow('REFUND_CAPTURE_CURRENCY_MISMATCH');
  expect(() => refunded(null, captureId, {}, now)).toThrow('INVALID_RESOURCE_ID');
});
