import type { Transaction } from '../database/open.ts';
import type { OrderState } from '../database/tables.ts';
import type { Env } from '../env.ts';
import { step } from '../payments/order-state.ts';
import { grant } from '../payments/settle.ts';

/**
 * Ends the review of an order as the studio decides: `grant` makes it paid with all that goes with
 * it, `void` gives it up with its coupon's use; no money moves by either. Answers the state that the
 * order was in, and changes nothing unless that was `review`; null where there is no such order.
 */
export async function decideReview(
  tx: Transaction,
  env: Env,
  now: Date,
  orderNumber: string,
  decision: 'grant' | 'void',
): Promise<OrderState | null> {
  const order = await tx
    .selectFrom('orders')
    .selectAll()
    .where('orderNumber', '=', orderNumber.toUpperCase())
    .executeTakeFirst();
  if (!order) return null;
  if (order.state !== 'review') return order.state;
  const detail = { source: 'studio' };
  if (decision === 'grant') {
    const { providerCaptureId: captureId, capturedAmount, paymentMethod: method } = order;
    await grant(tx, env, now, order, { captureId, capturedAmount, method, detail });
  } else {
    await step(tx, now, order.id, { from: ['review'], to: 'void', kind: 'void', detail });
  }
  return order.state;
}
