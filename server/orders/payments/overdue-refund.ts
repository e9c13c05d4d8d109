import { studioOrderPath } from '#contract/studio/orders.ts';
import { makeChange } from '../../platform/database/change.ts';
import { letterhead } from '../../platform/mail/letterhead.ts';
import { refundOverdue } from '../../platform/mail/studio-letters.ts';
import type { Services } from '../../platform/services/services.ts';
import { notifyStudio } from '../../staff/notifications/notify-studio.ts';
import { readOrderRow } from './order-state.ts';
import { addPaymentEvent } from './payment-events.ts';
import type { RefundRequest } from './request-refund.ts';

/** Notifies the studio, once, about a refund that the provider has neither confirmed nor refused. The refund stays open. */
export async function notifyOverdueRefund(
  services: Services,
  { id, orderId, amount, unansweredSince }: RefundRequest,
): Promise<void> {
  await makeChange(services, async (change) => {
    const { tx, now } = change;
    const overdue = await tx
      .updateTable('refundRequests')
      .set({ overdueAt: now.toISOString() })
      .where('id', '=', id)
      .where('state', '=', 'open')
      .where('overdueAt', 'is', null)
      // An answer that came in the meantime reset it.
      .where('unansweredSince', '=', unansweredSince)
      .returning('id')
      .executeTakeFirst();
    const order = await readOrderRow(tx, orderId);
    if (!overdue || !order) return;
    await addPaymentEvent(change, orderId, 'refund_overdue', { cents: amount });
    const letter = refundOverdue(await letterhead(tx, services.env), { ...order, amount });
    await notifyStudio(change, services.env, {
      kind: 'review',
      subjectId: `${orderId}:refund`,
      title: `The refund for order ${order.orderNumber} is not confirmed`,
      path: studioOrderPath(orderId),
      letter,
    });
  });
}
