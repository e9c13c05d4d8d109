import type { Transaction } from '../../database/open.ts';
import { note } from '../../payments/trail.ts';
import { noteAction, terminal } from '../note-action.ts';

/** The issue of a refund that the studio closed because the provider never made it. */
export const notMade = 'NOT_MADE';

/**
 * Closes the refund of an order as not made, for the terminal. Only one that the provider has not
 * confirmed for a day can be closed, so nobody closes one that is on its way. Answers `missing`
 * where there is no such order, and `none` where it has no such refund.
 */
export async function closeOverdueRefund(
  tx: Transaction,
  now: Date,
  orderNumber: string,
): Promise<'closed' | 'none' | 'missing'> {
  const order = await tx
    .selectFrom('orders')
    .select('id')
    .where('orderNumber', '=', orderNumber.toUpperCase())
    .executeTakeFirst();
  if (!order) return 'missing';
  const closed = await tx
    .updateTable('refundRequests')
    .set({ state: 'refused', issue: notMade, askAt: null })
    .where('orderId', '=', order.id)
    .where('state', '=', 'open')
    .where('overdueAt', 'is not', null)
    .returning(['amount', 'orderItemId'])
    .executeTakeFirst();
  if (!closed) return 'none';
  const { amount: cents, orderItemId: item } = closed;
  await note(tx, now, order.id, 'refund_refused', { issue: notMade, cents });
  await noteAction(tx, now, {
    who: terminal,
    what: 'closed a refund as not made',
    target: order.id,
    before: null,
    after: { cents, item },
  });
  return 'closed';
}
