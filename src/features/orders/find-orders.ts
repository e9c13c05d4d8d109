import type { Order } from '#contract/shop/order.ts';
import { foldText } from '#contract/wire/fold-text.ts';
import { detailsDate, listDate } from './order-presentation.ts';

/**
 * The orders that contain every word of `text` in the order number, a design's name, a file's name, the date
 * as list or details show it, the coupon or the e-mail. Ignores case, accents and apostrophes; an empty text
 * finds all.
 */
export function findOrders(orders: readonly Order[], text: string): readonly Order[] {
  const words = foldText(text).split(/\s+/).filter(Boolean);
  if (words.length === 0) return orders;
  return orders.filter((order) => {
    const searched = foldText(searchedText(order));
    return words.every((word) => searched.includes(word));
  });
}

function searchedText(order: Order): string {
  const items = order.items.flatMap((item) => [
    item.productName,
    ...item.files.map((file) => file.name),
  ]);
  return [
    order.orderNumber,
    listDate(order.createdAt),
    detailsDate(order.createdAt),
    order.couponCode ?? '',
    order.customerEmail,
    ...items,
  ].join(' ');
}
