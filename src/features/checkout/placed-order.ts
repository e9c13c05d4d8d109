import * as v from 'valibot';
import { tabValue } from '#api/tab-value.ts';
import { type QuotedPayment, quotedPaymentSchema } from '#contract/shop/order.ts';

const placedOrderSchema = v.object({
  accountId: v.string(),
  orderId: v.string(),
  /** The provider's id of the order. */
  paypalOrderId: v.string(),
  /** The designs ordered: a different cart needs another order. */
  productIds: v.array(v.string()),
  /** The payment for a custom request that it is, instead of for designs. */
  quoted: v.optional(quotedPaymentSchema),
  /** Dollars. */
  total: v.number(),
  /** The buyer has approved at the provider, so the capture may be running. */
  isApproved: v.boolean(),
  /** What the buyer was told when the shop could take no payment. */
  unavailable: v.optional(v.string()),
});

/** An order that was created and is waiting for its payment. */
export type PlacedOrder = v.InferOutput<typeof placedOrderSchema>;

const kept = tabValue('placed-order', placedOrderSchema);

/** Saves the placed order across a reload of this tab; otherwise, Create Order is requested again and gets the same order. */
export const placedOrders = {
  read(accountId: string | null): PlacedOrder | null {
    const placed = kept.read();
    return placed?.accountId === accountId ? placed : null;
  },
  write(placed: PlacedOrder | null): void {
    if (placed) kept.write(placed);
    else kept.forget();
  },
};

/** Whether the order is for exactly these designs. */
export function isForDesigns(placed: PlacedOrder, productIds: readonly string[]): boolean {
  return (
    placed.quoted === undefined &&
    placed.productIds.length === productIds.length &&
    productIds.every((productId) => placed.productIds.includes(productId))
  );
}

/** Whether the order pays this part of this quote. */
export function isForQuote({ quoted }: PlacedOrder, wanted: QuotedPayment): boolean {
  return (
    quoted?.requestId === wanted.requestId &&
    quoted.part === wanted.part &&
    quoted.quoteVersion === wanted.quoteVersion
  );
}
