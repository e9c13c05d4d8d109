import { recordAction } from '../platform/audit/record-action.ts';
import type { Transaction } from '../platform/database/open.ts';
import type { Env } from '../platform/env.ts';
import { Problem } from '../platform/http/problem.ts';
import { letterhead } from '../platform/mail/letterhead.ts';
import { receipt } from '../platform/mail/templates.ts';
import { notifyBuyer } from './payments/notify-buyer.ts';
import { readOrderRow } from './payments/order-state.ts';

/** Mails the receipt of a paid order again. @throws NOT_FOUND; CONFLICT if the order has no receipt */
export async function resendReceipt(
  tx: Transaction,
  env: Env,
  now: Date,
  orderId: string,
  actorId: string,
): Promise<void> {
  const order = await readOrderRow(tx, orderId);
  if (!order) throw new Problem('NOT_FOUND', 'This order doesn’t exist.');
  if (order.state !== 'paid' || order.paidAt === null) {
    throw new Problem('CONFLICT', 'Only paid orders have a receipt.');
  }
  const items = await tx
    .selectFrom('orderItems')
    .selectAll()
    .where('orderId', '=', orderId)
    .orderBy('position')
    .execute();
  const letter = receipt(await letterhead(tx, env), { ...order, paidAt: order.paidAt, items });
  if (!(await notifyBuyer(tx, now, order, letter))) {
    throw new Problem('CONFLICT', 'The buyer deleted the account, so there is no e-mail address.');
  }
  const line = { actorId, subjectId: orderId, before: null, after: null };
  await recordAction(tx, now, { ...line, action: 'resent a receipt' });
}
