import { recordAction } from '../platform/audit/record-action.ts';
import type { AuditedChange } from '../platform/database/change.ts';
import { Problem } from '../platform/http/problem.ts';
import { addPaymentEvent } from './payments/payment-events.ts';

/** The `issue` of a refund that the studio closed because the provider never made it. */
export const notMade = 'NOT_MADE';

/**
 * Closes an order's open refund as not made. Only a refund that the provider hasn't confirmed for a day can
 * be closed, so that one still in progress never is.
 * @throws CONFLICT if the order has no such refund
 */
export async function closeOverdueRefund(change: AuditedChange, orderId: string): Promise<void> {
  const { tx } = change;
  const closed = await tx
    .updateTable('refundRequests')
    .set({ state: 'refused', issue: notMade, nextPollAt: null })
    .where('orderId', '=', orderId)
    .where('state', '=', 'open')
    .where('overdueAt', 'is not', null)
    .returning(['amount', 'orderItemId'])
    .executeTakeFirst();
  if (!closed) {
    throw new Problem('CONFLICT', 'This order has no refund that has been unconfirmed for a day.');
  }
  const { amount: cents, orderItemId: item } = closed;
  await addPaymentEvent(change, orderId, 'refund_refused', { issue: notMade, cents });
  await recordAction(change, {
    action: 'refund.closed',
    subjectId: orderId,
    before: null,
    after: { cents, item },
  });
}
