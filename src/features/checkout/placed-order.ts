import * as v from 'valibot';
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

const key = 'placed-order';

/** Saves the placed order across a reload of this tab; the server has the lasting record. */
export const placedOrders = {
  read(accountId: string | null): PlacedOrder | null {
    try {
      const placed = v.parse(placedOrderSchema, JSON.parse(sessionStorage.getItem(key) ?? ''));
      return placed.accountId === accountId ? placed : null;
    } catch {
      return null;
    }
  },
  write(placed: PlacedOrder | null): void {
    try {
      if (placed) sessionStorage.setItem(key, JSON.stringify(placed));
      else sessionStorage.removeItem(key);
    } catch {
      // Without session storage, a reload requests Create Order again and gets the same order.
    }
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
