import { studioOrderPath } from '#contract/studio/orders.ts';
import { takePayment } from '../../commissions/take-payment.ts';
import { signCards } from '../../licences/cards/sign-cards.ts';
import { removeFromCart } from '../../lists/carts/queries.ts';
import type { Change } from '../../platform/database/change.ts';
import { letterhead } from '../../platform/mail/letterhead.ts';
import type { MailSettings } from '../../platform/mail/mail-settings.ts';
import { receipt } from '../../platform/mail/order-letters.ts';
import { notifyStudio } from '../../staff/notifications/notify-studio.ts';
import {
  type NumberSettings,
  numberCreditNotes,
  numberReceipts,
} from '../receipts/receipt-numbers.ts';
import { beginReceipt } from '../receipts/receipt-versions.ts';
import { newOrderLetter } from './new-order-letter.ts';
import { notifyBuyer } from './notify-buyer.ts';
import { earliest, type OrderRow, transition, unpaid } from './order-state.ts';
import { noSales, type Sales } from './record-sales.ts';
import { revokeRefunded } from './refund.ts';

/**
 * The capture that refunds go to, when its money moved if that is known, the sum of all captures in cents of our currency,
 * and the way of payment.
 */
export interface Taken {
  readonly captureId: string | null;
  readonly takenAt: string | null;
  readonly capturedAmount: number | null;
  readonly method: string;
}

/** A payment that makes its order paid. */
export interface Payment extends Taken {
  readonly detail: Readonly<Record<string, unknown>>;
}

/**
 * Marks an order paid and does what follows: removes its items from the cart, mails the receipt (OP-61), notifies
 * the studio. Returns the sales, for `recordSales`; none for an order that is already paid, or void.
 */
export async function grant(
  change: Change,
  mailSettings: MailSettings & NumberSettings,
  order: OrderRow,
  payment: Payment,
): Promise<Sales> {
  const { tx, now } = change;
  const paidAt = now.toISOString();
  const paid = await transition(change, order.id, {
    from: ['draft', ...unpaid, 'review'],
    to: 'paid',
    kind: 'paid',
    detail: payment.detail,
    set: {
      paidAt,
      takenAt: payment.takenAt,
      providerCaptureId: payment.captureId,
      capturedAmount: payment.capturedAmount,
      paymentMethod: payment.method,
      declinedAt: null,
      refusedAt: null,
    },
  });
  if (!paid) return noSales;
  await takePayment(change, mailSettings, paid);
  const items = await tx
    .selectFrom('orderItems')
    .selectAll()
    .where('orderId', '=', order.id)
    .orderBy('position')
    .execute();
  const productIds = items.map((item) => item.productId);
  await removeFromCart(tx, order.accountId, productIds);
  const head = await letterhead(tx, mailSettings);
  const bought = { ...paid, paidAt: earliest(paidAt, payment.takenAt), items };
  await notifyBuyer(change, order, receipt(head, bought), { paperOf: order.id, isReceipt: true });
  // Who releases an order in review knows about it.
  if (order.state !== 'review') {
    await notifyStudio(change, mailSettings, {
      kind: 'order',
      subjectId: order.id,
      title: `New order ${order.orderNumber}`,
      path: studioOrderPath(order.id),
      letter: newOrderLetter(head, bought),
    });
  }
  await beginReceipt(change, order);
  await signCards(change, mailSettings, order.id);
  // What was refunded before stays refunded.
  const revoked = await revokeRefunded(change, paid, items);
  await numberReceipts(change, mailSettings);
  await numberCreditNotes(change, mailSettings);
  return { sold: items, revoked };
}
