import { studioOrderPath } from '#contract/studio/orders.ts';
import { formatCents, priceToPay } from '#contract/wire/money.ts';
import { type Letter, writeLetter } from '../../platform/mail/letter.ts';
import type { Letterhead } from '../../platform/mail/letterhead.ts';
import type { ReceiptOrder } from '../../platform/mail/order-letters.ts';

/** The mail to the studio that an order was paid. */
export function newOrderLetter(head: Letterhead, order: ReceiptOrder): Letter {
  const items = order.items.map(
    ({ productName, price, discountedPrice }) =>
      [productName, formatCents(priceToPay(price, discountedPrice))] as const,
  );
  const coupon =
    order.couponCode === null
      ? []
      : ([[`Coupon ${order.couponCode}`, `-${formatCents(order.couponDiscount)}`]] as const);
  return writeLetter(head, {
    subject: `New order ${order.orderNumber}: ${formatCents(order.totalPrice)}`,
    paragraphs: [
      `Order ${order.orderNumber} was paid. The buyer has ${order.quotePart === null ? 'the files and a' : 'a'} receipt.`,
    ],
    rows: [...items, ...coupon, ['Total', formatCents(order.totalPrice)]],
    action: { label: 'Open the order', path: studioOrderPath(order.id) },
  });
}
