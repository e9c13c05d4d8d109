import type { OrderItem } from '#contract/shop/order.ts';

/** The name of a bought design, struck once it is fully refunded. */
export function ItemName({ item }: { readonly item: OrderItem }) {
  return item.refunded ? <s>{item.productName}</s> : item.productName;
}
