import { recordAction, terminal } from '../platform/audit/record-action.ts';
import type { Transaction } from '../platform/database/open.ts';
import type { OrderState } from '../platform/database/tables.ts';
import type { Env } from '../platform/env.ts';
import { Problem } from '../platform/http/problem.ts';
import { type OrderRow, readOrderRow, transition } from './payments/order-state.ts';
import { leftOfPayment } from './payments/refund.ts';
import { grant } from './payments/settle.ts';

export type ReviewDecision = 'grant' | 'void';

/**
 * Ends the review of an order as the studio decides: `grant` makes it paid with all that goes with
 * it, `void` gives it up with its coupon's use; no money moves by either. Throws NOT_FOUND, or
 * CONFLICT unless it is in review, no refund of it is on its way and, for `grant`, some of its
 * payment is left.
 */
export async function decideReview(
  tx: Transaction,
  env: Env,
  now: Date,
  orderId: string,
  { decision, actorId }: { readonly decision: ReviewDecision; readonly actorId: string },
): Promise<void> {
  const order = await readOrderRow(tx, orderId);
  if (!order) throw new Problem('NOT_FOUND', 'There is no such order.');
  if (order.state !== 'review') {
    const words = `This order is no longer in review: it is ${order.state} now.`;
    throw new Problem('CONFLICT', words);
  }
  await decide(tx, env, now, order, decision, actorId);
}

/**
 * The same from the terminal. Answers the state that the order was in, and changes nothing unless
 * that was `review`; null where there is no such order.
 */
export async function decideReviewByNumber(
  tx: Transaction,
  env: Env,
  now: Date,
  orderNumber: string,
  decision: ReviewDecision,
): Promise<OrderState | null> {
  const order = await tx
    .selectFrom('orders')
    .selectAll()
    .where('orderNumber', '=', orderNumber.toUpperCase())
    .executeTakeFirst();
  if (!order) return null;
  if (order.state === 'review') await decide(tx, env, now, order, decision, terminal);
  return order.state;
}

async function decide(
  tx: Transaction,
  env: Env,
  now: Date,
  order: OrderRow,
  decision: ReviewDecision,
  actorId: string,
): Promise<void> {
  await refuseOpenRefund(tx, order.id);
  const detail = { source: 'studio' };
  if (decision === 'grant') {
    await refuseGivenBack(tx, order);
    const { providerCaptureId: captureId, capturedAmount, paymentMethod: method } = order;
    await grant(tx, env, now, order, { captureId, capturedAmount, method, detail });
  } else {
    await transition(tx, now, order.id, { from: ['review'], to: 'void', kind: 'void', detail });
  }
  const isGranted = decision === 'grant';
  await recordAction(tx, now, {
    actorId: actorId,
    action: isGranted ? 'granted an order in review' : 'gave up an order in review',
    subjectId: order.id,
    before: { state: order.state, reason: order.reviewReason },
    after: { state: isGranted ? 'paid' : 'void' },
  });
}

/** A buyer who got the money back must not get the licences too. */
async function refuseGivenBack(tx: Transaction, order: OrderRow): Promise<void> {
  const left = await leftOfPayment(tx, order);
  if (left === 'some') return;
  const seen =
    left === 'nothing'
      ? 'All of this payment went back to the buyer.'
      : 'Some of this payment went back to the buyer, and it is not known how much was taken.';
  throw new Problem('CONFLICT', `${seen} Give the order up instead.`);
}

/** A buyer who gets the licences must not get the money back too. */
async function refuseOpenRefund(tx: Transaction, orderId: string): Promise<void> {
  const open = await tx
    .selectFrom('refundRequests')
    .select('id')
    .where('orderId', '=', orderId)
    .where('state', '=', 'open')
    .executeTakeFirst();
  if (!open) return;
  throw new Problem('CONFLICT', 'A refund of this order is on its way; wait for what comes of it.');
}
