import { priceToPay } from '#contract/wire/money.ts';
import type { Tables } from '../../platform/database/tables.ts';

interface PaidItem extends Pick<Tables['orderItems'], 'id' | 'price' | 'discountedPrice'> {
  readonly couponDiscount: number;
}

type Refunds = readonly Pick<Tables['refunds'], 'kind' | 'amount' | 'orderItemId'>[];

/** The most that can be refunded in one step, in cents. */
export interface Refundable {
  readonly total: number;
  /** By item id: the item's share, or what is left of the payment if that is less. */
  readonly items: ReadonlyMap<string, number>;
}

/** What was paid for an item: its price minus its share of the coupon discount. */
export function paidShare(item: PaidItem): number {
  return priceToPay(item.price, item.discountedPrice) - item.couponDiscount;
}

/** The cents refunded so far, for the whole order or one item. */
export function refundedCents(refunds: Refunds, orderItemId?: string): number {
  return refunds
    .filter((row) => row.kind === 'refund')
    .filter((row) => orderItemId === undefined || row.orderItemId === orderItemId)
    .reduce((sum, row) => sum + row.amount, 0);
}

/**
 * What can be refunded in one step. The provider refunds one payment at a time, so if an order was paid more
 * than once, at most one payment's amount is refundable. Orders of the demo were paid without a provider, so
 * nothing is.
 */
export function refundable(
  order: Pick<Tables['orders'], 'state' | 'providerCaptureId' | 'capturedAmount' | 'totalPrice'>,
  items: readonly PaidItem[],
  refunds: Refunds,
): Refundable {
  const hasPayment = order.state !== 'paid' || order.providerCaptureId !== null;
  const taken = hasPayment ? (order.capturedAmount ?? 0) : 0;
  const payments = Math.max(1, Math.floor(taken / Math.max(1, order.totalPrice)));
  const left = Math.max(0, taken - refundedCents(refunds));
  const total = Math.min(left, Math.floor(taken / payments));
  const leftOf = (item: PaidItem) => Math.max(0, paidShare(item) - refundedCents(refunds, item.id));
  return { total, items: new Map(items.map((item) => [item.id, Math.min(total, leftOf(item))])) };
}
