import { giftMethod } from '#contract/studio/orders.ts';
import { recordAction } from '../platform/audit/record-action.ts';
import type { AuditedChange } from '../platform/database/change.ts';
import { Problem } from '../platform/http/problem.ts';
import { letterhead } from '../platform/mail/letterhead.ts';
import type { MailSettings } from '../platform/mail/mail-settings.ts';
import { receipt } from '../platform/mail/order-letters.ts';
import { notifyBuyer } from './payments/notify-buyer.ts';
import { earliest, readOrderRow } from './payments/order-state.ts';

/** Mails the receipt of a paid order again. @throws NOT_FOUND; CONFLICT if the order has no receipt */
export async function resendReceipt(
  change: AuditedChange,
  mailSettings: MailSettings,
  orderId: string,
): Promise<void> {
  const { tx } = change;
  const order = await readOrderRow(tx, orderId);
  if (!order) throw new Problem('NOT_FOUND', 'This order doesn’t exist.');
  if (order.state !== 'paid' || order.paidAt === null || order.paymentMethod === giftMethod) {
    throw new Problem('CONFLICT', 'Only paid orders have a receipt.');
  }
  const items = await tx
    .selectFrom('orderItems')
    .selectAll()
    .where('orderId', '=', orderId)
    .orderBy('position')
    .execute();
  const letter = receipt(await letterhead(tx, mailSettings), {
    ...order,
    paidAt: earliest(order.paidAt, order.takenAt),
    items,
  });
  if (!(await notifyBuyer(change, order, letter, { paperOf: orderId, isReceipt: true }))) {
    throw new Problem('CONFLICT', 'The buyer deleted the account, so there is no e-mail address.');
  }
  const line = { subjectId: orderId, before: null, after: null };
  await recordAction(change, { ...line, action: 'receipt.resent' });
}
