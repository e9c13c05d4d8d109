import { reasonNotToPay } from '../commissions/take-payment.ts';
import { recordAction } from '../platform/audit/record-action.ts';
import type { AuditedChange, Change } from '../platform/database/change.ts';
import type { Transaction } from '../platform/database/open.ts';
import type { OrderState } from '../platform/database/tables.ts';
import { Problem } from '../platform/http/problem.ts';
import type { MailSettings } from '../platform/mail/mail-settings.ts';
import { grant } from './payments/grant.ts';
import { type OrderRow, readOrderRow, transition } from './payments/order-state.ts';
import { recordSales } from './payments/record-sales.ts';
import { leftOfPayment } from './payments/refund.ts';
import { isPracticeSale } from './real-orders.ts';
import type { NumberSettings } from './receipts/receipt-numbers.ts';

export type ReviewDecision = 'grant' | 'void';

/**
 * Ends an order's review as the studio decides. `grant` makes it paid, with everything that follows; `void`
 * cancels it and releases its coupon use. Neither moves money.
 * @throws NOT_FOUND; CONFLICT unless the order is in review, has no open refund and, for `grant`, part of its
 * payment is left and moved money, if payments do now
 */
export async function decideReview(
  change: AuditedChange,
  mailSettings: MailSettings & NumberSettings,
  orderId: string,
  decision: ReviewDecision,
): Promise<void> {
  const { tx } = change;
  const order = await readOrderRow(tx, orderId);
  if (!order) throw new Problem('NOT_FOUND', 'This order doesn’t exist.');
  if (order.state !== 'review') {
    const words = 'This order is no longer in review. Reload the page to see its status.';
    throw new Problem('CONFLICT', words);
  }
  await decide(change, mailSettings, order, decision);
}

/**
 * `decideReview` for the command line. Returns the order's state before the call, or null if there is no such
 * order; changes nothing unless that state was `review`.
 */
export async function decideReviewByNumber(
  change: AuditedChange,
  mailSettings: MailSettings & NumberSettings,
  orderNumber: string,
  decision: ReviewDecision,
): Promise<OrderState | null> {
  const { tx } = change;
  const order = await tx
    .selectFrom('orders')
    .selectAll()
    .where('orderNumber', '=', orderNumber.toUpperCase())
    .executeTakeFirst();
  if (!order) return null;
  if (order.state === 'review') await decide(change, mailSettings, order, decision);
  return order.state;
}

async function decide(
  change: AuditedChange,
  mailSettings: MailSettings & NumberSettings,
  order: OrderRow,
  decision: ReviewDecision,
): Promise<void> {
  const { tx } = change;
  await assertNoOpenRefund(tx, order.id);
  const detail = { source: 'studio' };
  const line = {
    subjectId: order.id,
    before: { state: order.state, reason: order.reviewReason },
  };
  if (decision === 'void') {
    await transition(change, order.id, { from: ['review'], to: 'void', kind: 'void', detail });
    const after = { state: 'void' };
    await recordAction(change, { ...line, action: 'review.cancelled', after });
    return;
  }
  assertMovedMoney(mailSettings, order);
  await assertNotRefunded(tx, order);
  await assertStillWanted(change, mailSettings, order);
  await voidRivals(change, order);
  const { providerCaptureId: captureId, takenAt, capturedAmount, paymentMethod: method } = order;
  const payment = { captureId, takenAt, capturedAmount, method, detail };
  const sales = await grant(change, mailSettings, order, payment);
  const after = { state: 'paid' };
  await recordAction(change, { ...line, action: 'review.released', after });
  await recordSales(change, sales);
}

/** Refuses to grant what a practice payment was for, once payments move money. */
function assertMovedMoney(env: NumberSettings, order: OrderRow): void {
  if (!isPracticeSale(env, order)) return;
  const words = 'This was a practice order, which moved no money. Cancel it instead.';
  throw new Problem('CONFLICT', words);
}

/** Refuses to grant an order whose payment was returned: the buyer must not get both money and licences. */
async function assertNotRefunded(tx: Transaction, order: OrderRow): Promise<void> {
  const left = await leftOfPayment(tx, order);
  if (left === 'some') return;
  const seen =
    left === 'nothing'
      ? 'This payment was fully refunded.'
      : 'Part of this payment was refunded, and we don’t know how much was taken.';
  throw new Problem('CONFLICT', `${seen} Cancel the order instead.`);
}

/** Refuses to take money for a custom request that can't be paid any more, or for another quote than the one in force. */
async function assertStillWanted(
  change: Change,
  env: Pick<MailSettings, 'timeZone'>,
  order: OrderRow,
): Promise<void> {
  const reason = await reasonNotToPay(change, env, order);
  if (reason === null) return;
  const words = `This payment can’t be released: ${reason}. Refund it instead.`;
  throw new Problem('CONFLICT', words);
}

/** Makes the unpaid orders void that would pay once more for what this one pays of a custom request. */
async function voidRivals(change: Change, { commissionId, quotePart }: OrderRow): Promise<void> {
  if (commissionId === null) return;
  const from = ['provider_creating', 'provider_created'] as const;
  const rivals = await change.tx
    .selectFrom('orders')
    .select('id')
    .where('commissionId', '=', commissionId)
    .where('quotePart', quotePart === 'rest' ? '=' : '!=', 'rest')
    .where('state', 'in', from)
    .execute();
  for (const { id } of rivals) {
    const detail = { reason: 'paid by another order' };
    await transition(change, id, { from, to: 'void', kind: 'void', detail });
  }
}

/** Refuses to decide while a refund is open: the buyer must not get both licences and money. */
async function assertNoOpenRefund(tx: Transaction, orderId: string): Promise<void> {
  const open = await tx
    .selectFrom('refundRequests')
    .select('id')
    .where('orderId', '=', orderId)
    .where('state', '=', 'open')
    .executeTakeFirst();
  if (!open) return;
  throw new Problem('CONFLICT', 'A refund for this order is pending. Wait until it is finished.');
}
