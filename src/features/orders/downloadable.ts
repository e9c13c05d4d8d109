import type { Order, OrderItem } from '#contract/shop/order.ts';

/** What of these orders can be downloaded. */
export function downloadable(orders: readonly Pick<Order, 'items'>[]): readonly OrderItem[] {
  return orders.flatMap(({ items }) => items).filter(({ downloadLink }) => downloadLink !== '');
}
