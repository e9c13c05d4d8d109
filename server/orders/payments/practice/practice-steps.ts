import { randomBytes } from 'node:crypto';
import {
  type PracticeMoney,
  type PracticeOrder,
  type RefundBody,
  refundable,
} from './practice-order.ts';
import { notFound, unprocessable } from './practice-refusal.ts';

/** The steps that PayPal allows for an order. Each returns the changed order. @throws Refusal */

export function created(unit: PracticeOrder['unit'], now: Date): PracticeOrder {
  return {
    id: practiceId(),
    status: 'CREATED',
    createdAt: now.toISOString(),
    unit,
    funding: null,
    captures: [],
    refunds: [],
  };
}

export function approved(order: PracticeOrder, funding: PracticeOrder['funding']): PracticeOrder {
  if (order.status === 'COMPLETED') throw unprocessable('ORDER_ALREADY_CAPTURED');
  return { ...order, status: 'APPROVED', funding };
}

export function captured(order: PracticeOrder, now: Date): PracticeOrder {
  if (order.status === 'COMPLETED') throw unprocessable('ORDER_ALREADY_CAPTURED');
  if (order.status !== 'APPROVED') throw unprocessable('ORDER_NOT_APPROVED');
  if (order.funding?.isDeclined) throw unprocessable('INSTRUMENT_DECLINED');
  const capture = { id: practiceId(), amount: order.unit.amount, at: now.toISOString() };
  return { ...order, status: 'COMPLETED', captures: [capture] };
}

/** Refunds the amount, or everything left of the capture. */
export function refunded(
  order: PracticeOrder | null,
  captureId: string,
  { amount: wanted, custom_id }: RefundBody,
  now: Date,
): { readonly order: PracticeOrder; readonly refund: PracticeOrder['refunds'][number] } {
  if (!order) throw notFound();
  const amount = wanted ?? allThatIsLeft(order, captureId);
  assertRefundable(order, captureId, amount);
  const refund = { id: practiceId(), captureId, amount, custom_id, at: now.toISOString() };
  return { order: { ...order, refunds: [...order.refunds, refund] }, refund };
}

function allThatIsLeft(order: PracticeOrder, captureId: string): PracticeMoney {
  const value = (refundable(order, captureId) / 100).toFixed(2);
  return { currency_code: order.unit.amount.currency_code, value };
}

function assertRefundable(order: PracticeOrder, captureId: string, amount: PracticeMoney): void {
  const left = refundable(order, captureId);
  if (left === 0) throw unprocessable('CAPTURE_FULLY_REFUNDED');
  if (amount.currency_code !== order.unit.amount.currency_code)
    throw unprocessable('REFUND_CAPTURE_CURRENCY_MISMATCH');
  const cents = Math.round(Number(amount.value) * 100);
  if (cents === 0) throw unprocessable('CANNOT_BE_ZERO_OR_NEGATIVE');
  if (cents > left) throw unprocessable('REFUND_AMOUNT_EXCEEDED');
}

function practiceId(): string {
  return `PRACTICE${randomBytes(6).toString('hex').toUpperCase()}`;
}
