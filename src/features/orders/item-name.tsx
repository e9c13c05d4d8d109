import type { OrderItem } from '#contract/shop/order.ts';

/** The name of a bought design, struck once its price was given back. */
export function ItemName({ item }: { readonly item: OrderItem }) {
  return item.refunded ? <s>{item.productName}</s> : item.productName;
}
