import { studioOrderPath } from '#contract/studio/orders.ts';
import { type Amount, formatAmount, formatCents } from '#contract/wire/money.ts';
import { type Letter, writeLetter } from './letter.ts';
import type { Letterhead } from './letterhead.ts';

/** To the studio, about what needs somebody. */

/** To the studio: somebody must review an order before anything is granted. */
export function studioNotice(
  head: Letterhead,
  order: {
    readonly id: string;
    readonly orderNumber: string;
    readonly totalPrice: number;
    readonly reason: string;
  },
): Letter {
  return writeLetter(head, {
    subject: `Order ${order.orderNumber} needs review`,
    paragraphs: [
      `The payment for order ${order.orderNumber} (${formatCents(order.totalPrice)}) didn’t go as expected, so no files were released.`,
      `Reason: ${order.reason}`,
      'Review it in the studio: release the files, refund the payment or cancel the order.',
    ],
    action: { label: 'Open the order', path: studioOrderPath(order.id) },
  });
}

/** To the studio: the database is damaged, so backups stop. `problem` says what was found and what to do. */
export function databaseDamaged(head: Letterhead, problem: string): Letter {
  return writeLetter(head, {
    subject: `The database of ${head.studioName} is damaged`,
    paragraphs: [
      'The check before a backup found damage in the database, so no backup was made. Earlier backups are kept. Please contact the person who runs the server today: new sales are not backed up.',
      problem,
    ],
    action: { label: 'Open the health check', path: '/studio/health' },
  });
}

/** To the studio: a buyer disputes a payment. `amount` is null if unknown. */
export function disputed(
  head: Letterhead,
  order: {
    readonly id: string;
    readonly orderNumber: string;
    readonly amount: Amount | null;
  },
): Letter {
  const { id, orderNumber, amount } = order;
  return writeLetter(head, {
    subject: `The payment for order ${orderNumber} is disputed`,
    paragraphs: [
      `The buyer disputes the payment for order ${orderNumber}${amount ? ` (${formatAmount(amount)})` : ''}.`,
      'Answer the dispute in PayPal. Until it is closed, PayPal may hold the money.',
    ],
    action: { label: 'Open the order', path: studioOrderPath(id) },
  });
}

/** To the studio: for a day nobody has known whether a refund was made. `amount` in cents. */
export function refundOverdue(
  head: Letterhead,
  order: { readonly id: string; readonly orderNumber: string; readonly amount: number },
): Letter {
  return writeLetter(head, {
    subject: `The refund for order ${order.orderNumber} is not confirmed`,
    paragraphs: [
      `The payment provider hasn’t confirmed the refund of ${formatCents(order.amount)} for order ${order.orderNumber} for a day.`,
      'Check in PayPal whether the refund was made. The shop keeps checking once an hour. Until the refund is confirmed or marked as not refunded, nothing else in this order can be refunded.',
      'If it was not made, open the order and mark it as not refunded.',
    ],
    action: { label: 'Open the order', path: studioOrderPath(order.id) },
  });
}
