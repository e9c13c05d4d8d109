import { priceToPay } from '#contract/wire/money.ts';
import type { Tables } from '../../platform/database/tables.ts';

interface PaidItem extends Pick<Tables['orderItems'], 'id' | 'price' | 'discountedPrice'> {
  readonly couponDiscount: number;
}

type Refunds = readonly Pick<Tables['refunds'], 'kind' | 'amount' | 'orderItemId'>[];

/** What of an order can be given back in one step, in cents. */
export interface Refundable {
  readonly total: number;
  /** By item: its share, unless less than that is left of the whole. */
  readonly items: ReadonlyMap<string, number>;
}

/** What was paid for an item: its price, less its share of the coupon. */
export function paidShare(item: PaidItem): number {
  return priceToPay(item.price, item.discountedPrice) - item.couponDiscount;
}

/** What went back: of the whole order, or for one item. */
export function refundedCents(refunds: Refunds, orderItemId?: string): number {
  return refunds
    .filter((row) => row.kind === 'refund')
    .filter((row) => orderItemId === undefined || row.orderItemId === orderItemId)
    .reduce((sum, row) => sum + row.amount, 0);
}

/**
 * What can be given back in one step. A refund at the provider is of one payment, so where an order
 * was paid more than once, at most one of the payments goes back at a time.
 */
export function refundable(
  { capturedAmount, totalPrice }: Pick<Tables['orders'], 'capturedAmount' | 'totalPrice'>,
  items: readonly PaidItem[],
  refunds: Refunds,
): Refundable {
  const taken = capturedAmount ?? 0;
  const payments = Math.max(1, Math.floor(taken / Math.max(1, totalPrice)));
  const left = Math.max(0, taken - refundedCents(refunds));
  const total = Math.min(left, Math.floor(taken / payments));
  const leftOf = (item: PaidItem) => Math.max(0, paidShare(item) - refundedCents(refunds, item.id));
  return { total, items: new Map(items.map((item) => [item.id, Math.min(total, leftOf(item))])) };
}
