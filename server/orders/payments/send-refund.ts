import { recordAction } from '../../platform/audit/record-action.ts';
import { type Change, makeChange } from '../../platform/database/change.ts';
import type { Transaction } from '../../platform/database/open.ts';
import type { ProviderRefund } from './gateway.ts';
import type { OrderServices } from './order-services.ts';
import {
  agingPollMs,
  currency,
  type OrderRow,
  pollTime,
  readOrderRow,
  transition,
} from './order-state.ts';
import { addPaymentEvent } from './payment-events.ts';
import { noteAnswer } from './payment-troubles.ts';
import { recordSales } from './record-sales.ts';
import { refreshOrder } from './refresh-order.ts';
import { recordRefunds } from './refund.ts';
import { refundedCents } from './refundable.ts';
import type { RefundRequest } from './request-refund.ts';

/** The result of a refund so far. `open`: the provider hasn't confirmed it yet and is polled again. */
export type RefundOutcome =
  | { readonly kind: 'done' | 'open' }
  | { readonly kind: 'refused'; readonly issue: string };

/** Sends a recorded refund and records the result. */
export async function sendRefund(
  services: OrderServices,
  request: RefundRequest,
): Promise<RefundOutcome> {
  const order = await orderOf(services, request);
  const amount = { cents: request.amount, currency };
  const answer = await services.gateway.refundCapture({
    captureId: order.providerCaptureId ?? '',
    requestId: request.requestId,
    amount,
    reference: referenceOf(request),
  });
  await noteAnswer(services, request.orderId, 'refund', answer);
  if (answer.kind === 'unknown') {
    logUnclearAnswer(services, request, answer.reason);
  } else if (answer.kind === 'refused') {
    // An earlier attempt may have gone through: the provider's own list decides.
    const seen = await look(services, order, request);
    const { providerCaptureId } = await orderOf(services, request);
    if (seen === 'absent' && providerCaptureId !== order.providerCaptureId) {
      // That payment was refunded already; another payment of the order wasn't.
      return sendRefund(services, request);
    }
    if (seen === 'absent' || seen === 'gone') await close(services, request, answer.issue);
  } else if (answer.kind === 'ok') {
    await takeIn(services, request, { ...answer.value, amount, reference: referenceOf(request) });
  }
  return outcomeNow(services, request);
}

/**
 * Asks the provider for the order's refunds and records them, whoever requested them. `absent`: this refund
 * isn't among them; `gone`: the provider no longer has the order.
 */
export async function look(
  services: OrderServices,
  order: OrderRow,
  request: RefundRequest,
): Promise<'there' | 'absent' | 'gone' | 'unknown'> {
  const answer = await refreshOrder(services, order, 'refund');
  if (answer.kind === 'unknown' || answer.kind === 'denied') {
    logUnclearAnswer(services, request, answer.kind === 'unknown' ? answer.reason : answer.issue);
    return 'unknown';
  }
  if (answer.kind !== 'ok') return 'gone';
  const own = await ownRefund(services, request, answer.value.refunds);
  if (!own) return 'absent';
  await takeIn(services, request, own);
  return 'there';
}

/** The provider's refund for this request. Refunds of earlier requests for the same item are left out. */
async function ownRefund(
  services: OrderServices,
  { id, orderId, ...request }: RefundRequest,
  refunds: readonly ProviderRefund[],
): Promise<ProviderRefund | undefined> {
  const { read } = services.database;
  const requests = await read
    .selectFrom('refundRequests')
    .select(['id', 'providerId'])
    .where('orderId', '=', orderId)
    .execute();
  const named = requests.find((each) => each.id === id)?.providerId ?? null;
  if (named !== null) return refunds.find((refund) => refund.id === named);
  const recorded = await read
    .selectFrom('refunds')
    .select('providerId')
    .where('orderId', '=', orderId)
    .execute();
  const taken = new Set([...requests, ...recorded].map(({ providerId }) => providerId));
  const reference = request.orderItemId ?? orderId;
  return refunds.find((refund) => refund.reference === reference && !taken.has(refund.id));
}

/** Records the state of a request's refund at the provider: completed, pending or failed. */
async function takeIn(
  services: OrderServices,
  request: RefundRequest,
  refund: ProviderRefund,
): Promise<void> {
  if (refund.status === 'FAILED' || refund.status === 'CANCELLED') {
    await close(services, request, refund.status, refund.id);
    return;
  }
  await makeChange(services, async (change) => {
    const { tx, now } = change;
    const order = await readOrderRow(tx, request.orderId);
    if (order && refund.status === 'PENDING') await notePending(change, order.id, refund);
    const revoked = order ? await recordRefunds(change, services.env, order, [refund]) : [];
    const answered = { unansweredPolls: 0, unansweredSince: null };
    await tx
      .updateTable('refundRequests')
      .set({
        providerId: refund.id,
        ...answered,
        nextPollAt: pollTime(now, agingPollMs(now, request)),
      })
      .where('id', '=', request.id)
      .where('state', '=', 'open')
      .execute();
    await recordSales(change, { sold: [], revoked });
  });
}

/** Records that a refund is pending, once for each reason. */
async function notePending(
  change: Change,
  orderId: string,
  { id, amount, reason }: ProviderRefund,
): Promise<void> {
  const detail = { refund: id, amount, ...(reason !== undefined && { reason }) };
  const known = await change.tx
    .selectFrom('paymentEvents')
    .select('id')
    .where('orderId', '=', orderId)
    .where('kind', '=', 'refund_pending')
    .where('detail', '=', JSON.stringify(detail))
    .executeTakeFirst();
  if (!known) await addPaymentEvent(change, orderId, 'refund_pending', detail);
}

/** Closes a request as refused, once. */
async function close(
  services: OrderServices,
  request: RefundRequest,
  issue: string,
  providerId: string | null = null,
): Promise<void> {
  await makeChange(services, async (change) => {
    const { tx } = change;
    const closed = await tx
      .updateTable('refundRequests')
      .set({ state: 'refused', issue, providerId, nextPollAt: null })
      .where('id', '=', request.id)
      .where('state', '=', 'open')
      .returning('id')
      .executeTakeFirst();
    if (!closed) return;
    const { orderId, orderItemId: item, amount: cents, actorId } = request;
    await addPaymentEvent(change, orderId, 'refund_refused', { issue, cents });
    const line = { subjectId: orderId, before: null, after: { cents, item, issue } };
    await recordAction({ ...change, actorId }, { ...line, action: 'refund.refused' });
    // The payment was refunded at the provider. If nothing else was taken, there is nothing left to decide.
    if (issue === 'CAPTURE_FULLY_REFUNDED' && (await isAllThatIsLeft(tx, request))) {
      await transition(change, orderId, { from: ['review'], to: 'void', kind: 'void' });
    }
  });
}

async function isAllThatIsLeft(
  tx: Transaction,
  { orderId, amount }: RefundRequest,
): Promise<boolean> {
  const order = await readOrderRow(tx, orderId);
  const refunds = await tx
    .selectFrom('refunds')
    .select(['kind', 'amount', 'orderItemId'])
    .where('orderId', '=', orderId)
    .execute();
  return (order?.capturedAmount ?? 0) - refundedCents(refunds) <= amount;
}

/** Logs an unclear answer. The request stays open and is polled again. */
function logUnclearAnswer(
  { log }: OrderServices,
  { orderId }: RefundRequest,
  reason: string,
): void {
  log.warn({ orderId, reason }, 'the payment provider gave no clear answer to a refund');
}

async function outcomeNow(services: OrderServices, { id }: RefundRequest): Promise<RefundOutcome> {
  const { state, issue } = await services.database.read
    .selectFrom('refundRequests')
    .select(['state', 'issue'])
    .where('id', '=', id)
    .executeTakeFirstOrThrow();
  return state === 'refused' ? { kind: state, issue: issue ?? '' } : { kind: state };
}

export async function orderOf(services: OrderServices, request: RefundRequest): Promise<OrderRow> {
  const order = await readOrderRow(services.database.read, request.orderId);
  if (!order) throw new Error(`there is no order ${request.orderId}`);
  return order;
}

/** The reference sent with the refund, which the provider returns with it. */
function referenceOf({ orderId, orderItemId }: RefundRequest): string {
  return orderItemId ?? orderId;
}
