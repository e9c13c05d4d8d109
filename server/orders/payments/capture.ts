import { randomUUID } from 'node:crypto';
import { setTimeout as pause } from 'node:timers/promises';
import { limits } from '#contract/wire/limits.ts';
import { reasonNotToPay } from '../../commissions/take-payment.ts';
import { type Change, makeChange } from '../../platform/database/change.ts';
import { isApproved } from '../../platform/sign-in/signed-in.ts';
import { conclude, concludeRefused, endOrReview, leaveUndecided, outcomeOf } from './conclude.ts';
import type { OrderServices } from './order-services.ts';
import {
  agingPollMs,
  type OrderRow,
  pollTime,
  readOrderRow,
  recordEvent,
  transition,
  underWayMs,
} from './order-state.ts';
import { lastPaymentEvent, type PaymentEvent } from './payment-events.ts';
import { areStopped, isOwn, noteAccepted } from './payment-troubles.ts';
import { sortOf } from './paypal-issues.ts';
import { type Outcome, type Source, settle } from './settle.ts';
import { voidUnpaidOrders } from './void-unpaid-orders.ts';

/** How often a request that waits for another's capture checks for its outcome. */
const pollMs = 40;

type Turn =
  | { readonly kind: 'done'; readonly outcome: Outcome }
  | { readonly kind: 'wait' }
  | { readonly kind: 'capture' | 'poll'; readonly order: OrderRow };

/**
 * Captures an order's payment, however many requests ask at once: one of them claims the order through a
 * guarded update and calls the provider, the others wait for its outcome. An order left in `capturing` with
 * nobody working on it is polled first, never captured blindly. Once it `isLate`, a request begins nothing any more, but
 * finishes what it began.
 */
export async function capturePayment(
  services: OrderServices,
  orderId: string,
  isLate = () => false,
): Promise<Outcome> {
  const turn = await makeChange(services, async (change): Promise<Turn> => {
    if (isLate()) return { kind: 'done', outcome: 'unknown' };
    return claimCapture(change, services, orderId);
  });
  if (turn.kind === 'done') return turn.outcome;
  if (turn.kind === 'wait') return waitForOutcome(services, orderId, isLate);
  return turn.kind === 'capture'
    ? captureNow(services, turn.order, 'capture')
    : pollPayment(services, turn.order, 'capture');
}

async function claimCapture(
  change: Change,
  { gateway, env }: Pick<OrderServices, 'gateway' | 'env'>,
  orderId: string,
): Promise<Turn> {
  const { tx, now } = change;
  const order = await readOrderRow(tx, orderId);
  if (!order) throw new Error(`there is no order ${orderId}`);
  if (order.state === 'provider_created') {
    if (await areStopped(tx, now, 'capture')) {
      await tx
        .updateTable('orders')
        .set({ refusedAt: now.toISOString() })
        .where('id', '=', orderId)
        .execute();
      return { kind: 'done', outcome: 'unavailable' };
    }
    const begun = await beginCapture(change, env, order);
    return begun ? { kind: 'capture', order: begun } : { kind: 'done', outcome: 'void' };
  }
  const entry = await lastPaymentEvent(tx, orderId);
  if (order.state !== 'capturing') return { kind: 'done', outcome: outcomeOf(order, entry) };
  // Well past every timeout, the process that called the provider must have died.
  const staleMs = 4 * gateway.timeoutMs;
  if (isBusy(entry) && now.getTime() - Date.parse(entry.createdAt) < staleMs) {
    return { kind: 'wait' };
  }
  const asking = await recordEvent(change, order, 'asking', { source: 'capture' }, underWayMs);
  return { kind: 'poll', order: asking ?? order };
}

/**
 * `provider_created → capturing`, storing the request id before it is sent. Returns null if the order isn't
 * in that state any more, or if the buyer may no longer buy or pay for the quote; the order is cancelled then.
 */
async function beginCapture(
  change: Change,
  env: OrderServices['env'],
  order: OrderRow,
): Promise<OrderRow | null> {
  const { tx } = change;
  if (!(await isApproved(tx, order.accountId))) {
    await voidUnpaidOrders(change, order.accountId, 'the account is not approved');
    return null;
  }
  const from = ['provider_created'] as const;
  const reason = await reasonNotToPay(change, env, order);
  if (reason !== null) {
    await transition(change, order.id, { from, to: 'void', kind: 'void', detail: { reason } });
    return null;
  }
  return transition(change, order.id, {
    from,
    to: 'capturing',
    kind: 'capturing',
    set: { captureRequestId: order.captureRequestId ?? randomUUID() },
  });
}

async function waitForOutcome(
  services: OrderServices,
  orderId: string,
  isLate: () => boolean,
): Promise<Outcome> {
  const until = performance.now() + 3 * services.gateway.timeoutMs;
  for (;;) {
    const { read } = services.database;
    const entry = await lastPaymentEvent(read, orderId);
    if (!isBusy(entry)) {
      const order = await readOrderRow(read, orderId);
      return order ? outcomeOf(order, entry) : 'unknown';
    }
    if (isLate() || performance.now() > until) return 'unknown';
    await pause(pollMs);
  }
}

function isBusy(entry: PaymentEvent | null): entry is PaymentEvent {
  return entry?.kind === 'capturing' || entry?.kind === 'asking';
}

/** Sends the capture of an order in `capturing` and records the result. */
async function captureNow(
  services: OrderServices,
  order: OrderRow,
  source: Source,
): Promise<Outcome> {
  const { gateway } = services;
  const providerOrderId = providerIdOf(order);
  if (order.captureRequestId === null) throw new Error(`order ${order.id} has no request id`);
  const answer = await gateway.captureOrder(providerOrderId, order.captureRequestId);
  if (answer.kind === 'ok') {
    const outcome = await settle(services, order.id, answer.value, source);
    if (outcome === 'paid') await noteAccepted(services, 'capture');
    return outcome;
  }
  if (answer.kind === 'unknown') return leaveUndecided(services, order, answer);
  const { issue } = answer;
  if (isOwn(answer)) return concludeRefused(services, order, issue, source);
  const sort = sortOf(issue);
  if (sort === 'gone') return endOrReview(services, order, issue);
  if (sort === 'buyer' || sort === 'approval') {
    const isDeclined = sort === 'buyer';
    const kind = isDeclined ? 'declined' : 'not_approved';
    return conclude(services, order, kind, {
      to: 'provider_created',
      kind,
      detail: { source, issue },
      set: {
        captureRequestId: randomUUID(),
        ...(isDeclined ? { declinedAt: services.clock().toISOString() } : {}),
      },
    });
  }
  const found = await gateway.getOrder(providerOrderId);
  const isDecided = found.kind === 'ok' && found.value.captures.length > 0;
  return isDecided
    ? settle(services, order.id, found.value, source)
    : leaveUndecided(services, order, found.kind === 'ok' ? answer : found);
}

/**
 * Polls the provider for an order's state, then acts on it: settles what was paid, captures what was
 * approved, cancels what is dead.
 */
export async function pollPayment(
  services: OrderServices,
  order: OrderRow,
  source: Source,
): Promise<Outcome> {
  const answer = await services.gateway.getOrder(providerIdOf(order));
  if (answer.kind === 'refused' && answer.status === 404) {
    return endOrReview(services, order, answer.issue);
  }
  if (answer.kind !== 'ok') return leaveUndecided(services, order, answer);
  const provider = answer.value;
  if (provider.status === 'VOIDED') return endOrReview(services, order, provider.status);
  if (provider.captures.length > 0 || provider.status === 'COMPLETED') {
    const outcome = await settle(services, order.id, provider, source);
    // An order that is completed but declined can never be paid.
    const isDead = outcome === 'declined' && order.state === 'provider_created';
    return isDead ? endOrReview(services, order, 'declined for good') : outcome;
  }
  // A payment isn't retried automatically once its buyer was answered: that is the buyer's choice.
  const isUnanswered = order.state === 'provider_created' && !order.declinedAt && !order.refusedAt;
  const { read } = services.database;
  if (
    provider.status === 'APPROVED' &&
    isUnanswered &&
    !(await areStopped(read, services.clock(), 'capture'))
  ) {
    const begun = await makeChange(services, (change) => beginCapture(change, services.env, order));
    return begun ? captureNow(services, begun, source) : 'unknown';
  }
  if (provider.status === 'APPROVED' && order.state === 'capturing') {
    const again = await makeChange(services, (change) =>
      recordEvent(change, order, 'capturing', { source }, underWayMs),
    );
    return again ? captureNow(services, again, source) : 'unknown';
  }
  return awaitApproval(services, order);
}

/** The buyer hasn't approved it (yet): polls at growing intervals, for a day at most. */
async function awaitApproval(services: OrderServices, order: OrderRow): Promise<Outcome> {
  const now = services.clock();
  const ageMs = now.getTime() - Date.parse(order.createdAt);
  const isOld = ageMs > limits.pendingOrderHours * 3_600_000;
  if (isOld && order.state !== 'capturing') return endOrReview(services, order, 'never approved');
  return conclude(services, order, 'not_approved', {
    to: 'provider_created',
    kind: 'not_approved',
    set: { nextPollAt: pollTime(now, agingPollMs(now, order)) },
  });
}

function providerIdOf(order: OrderRow): string {
  if (order.providerOrderId === null) throw new Error(`order ${order.id} is not at the provider`);
  return order.providerOrderId;
}
