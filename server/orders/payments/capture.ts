import { randomUUID } from 'node:crypto';
import { setTimeout as pause } from 'node:timers/promises';
import { limits } from '#contract/wire/limits.ts';
import { type Change, makeChange } from '../../platform/database/change.ts';
import { isApproved } from '../../platform/sign-in/signed-in.ts';
import type { PaymentGateway, ProviderResult } from './gateway.ts';
import type { OrderServices } from './order-services.ts';
import {
  agingPollMs,
  isOverdue,
  type OrderRow,
  pollTime,
  readOrderRow,
  recordEvent,
  type Transition,
  transition,
  underWayMs,
} from './order-state.ts';
import { lastPaymentEvent, type PaymentEvent } from './payment-events.ts';
import { type Outcome, type Source, settle, toReview } from './settle.ts';
import { voidUnpaidOrders } from './void-unpaid-orders.ts';

/** How often a request that waits for another's capture checks for its outcome. */
const pollMs = 40;
/** Refusals that mean the provider no longer has the order. */
const gone = new Set([
  'ORDER_EXPIRED',
  'ORDER_VOIDED',
  'INVALID_RESOURCE_ID',
  'RESOURCE_NOT_FOUND',
]);
const notApproved = new Set(['ORDER_NOT_APPROVED', 'PAYER_ACTION_REQUIRED']);

type Turn =
  | { readonly kind: 'done'; readonly outcome: Outcome }
  | { readonly kind: 'wait' }
  | { readonly kind: 'capture' | 'poll'; readonly order: OrderRow };

/**
 * Captures an order's payment, however many requests ask at once: one of them claims the order through a
 * guarded update and calls the provider, the others wait for its outcome. An order left in `capturing` with
 * nobody working on it is polled first, never captured blindly.
 */
export async function capturePayment(services: OrderServices, orderId: string): Promise<Outcome> {
  const turn = await makeChange(services, (change) =>
    claimCapture(change, services.gateway, orderId),
  );
  if (turn.kind === 'done') return turn.outcome;
  if (turn.kind === 'wait') return waitForOutcome(services, orderId);
  return turn.kind === 'capture'
    ? captureNow(services, turn.order, 'capture')
    : pollPayment(services, turn.order, 'capture');
}

async function claimCapture(
  change: Change,
  gateway: PaymentGateway,
  orderId: string,
): Promise<Turn> {
  const { tx, now } = change;
  const order = await readOrderRow(tx, orderId);
  if (!order) throw new Error(`there is no order ${orderId}`);
  if (order.state === 'provider_created') {
    const begun = await beginCapture(change, order);
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
 * in that state any more, or if the buyer may no longer buy; the order is cancelled then.
 */
async function beginCapture(change: Change, order: OrderRow): Promise<OrderRow | null> {
  const { tx } = change;
  if (!(await isApproved(tx, order.accountId))) {
    await voidUnpaidOrders(change, order.accountId, 'the account is not approved');
    return null;
  }
  return transition(change, order.id, {
    from: ['provider_created'],
    to: 'capturing',
    kind: 'capturing',
    set: { captureRequestId: order.captureRequestId ?? randomUUID() },
  });
}

async function waitForOutcome(services: OrderServices, orderId: string): Promise<Outcome> {
  const until = performance.now() + 3 * services.gateway.timeoutMs;
  for (;;) {
    const { read } = services.database;
    const entry = await lastPaymentEvent(read, orderId);
    if (!isBusy(entry)) {
      const order = await readOrderRow(read, orderId);
      return order ? outcomeOf(order, entry) : 'unknown';
    }
    if (performance.now() > until) return 'unknown';
    await pause(pollMs);
  }
}

function isBusy(entry: PaymentEvent | null): entry is PaymentEvent {
  return entry?.kind === 'capturing' || entry?.kind === 'asking';
}

function outcomeOf(order: OrderRow, entry: PaymentEvent | null): Outcome {
  if (order.state === 'paid' || order.state === 'review' || order.state === 'void') {
    return order.state;
  }
  if (order.state === 'capturing') return entry?.kind === 'pending' ? 'pending' : 'unknown';
  return entry?.kind === 'declined' ? 'declined' : 'not_approved';
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
  if (answer.kind === 'ok') return settle(services, order.id, answer.value, source);
  if (answer.kind === 'unknown') return leaveUndecided(services, order, answer);
  const { issue } = answer;
  if (issue === 'ORDER_ALREADY_CAPTURED') {
    const found = await gateway.getOrder(providerOrderId);
    const isDecided = found.kind === 'ok' && found.value.captures.length > 0;
    return isDecided
      ? settle(services, order.id, found.value, source)
      : leaveUndecided(services, order, found.kind === 'ok' ? answer : found);
  }
  if (gone.has(issue)) return endOrReview(services, order, issue);
  const isDeclined = !notApproved.has(issue);
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
  // A declined payment isn't retried automatically: that is the buyer's choice.
  if (provider.status === 'APPROVED' && order.state === 'provider_created' && !order.declinedAt) {
    const begun = await makeChange(services, (change) => beginCapture(change, order));
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

/**
 * Cancels an order that the provider no longer has, since it can't be paid any more. If it was being
 * captured, money may have moved, so it goes to review.
 */
function endOrReview(services: OrderServices, order: OrderRow, reason: string): Promise<Outcome> {
  if (order.state !== 'capturing') {
    return conclude(services, order, 'void', { to: 'void', kind: 'void', detail: { reason } });
  }
  const seen = `the provider no longer has this order (${reason}), and a payment was pending`;
  return concludeBy(services, order, 'review', (change) =>
    toReview(change, services.env, order, seen, { reason }),
  );
}

/**
 * Handles a missing or untrustworthy answer: the order stays as it is and is polled again at growing
 * intervals. After a day it goes to review.
 */
async function leaveUndecided(
  services: OrderServices,
  order: OrderRow,
  answer: Exclude<ProviderResult<unknown>, { kind: 'ok' }>,
): Promise<Outcome> {
  const reason = answer.kind === 'unknown' ? answer.reason : answer.issue;
  services.log.warn({ orderId: order.id, reason }, 'the payment provider gave no clear answer');
  if (isOverdue(services.clock(), order)) {
    const seen = `the payment provider has given no clear answer about this order for a day (${reason})`;
    return concludeBy(services, order, 'review', (change) =>
      toReview(change, services.env, order, seen, { reason }),
    );
  }
  return concludeBy(services, order, 'unknown', (change) =>
    recordEvent(change, order, 'unknown', { reason }),
  );
}

/** Makes a transition from the state the order was last seen in. */
function conclude(
  services: OrderServices,
  order: OrderRow,
  outcome: Outcome,
  taken: Omit<Transition, 'from'>,
): Promise<Outcome> {
  return concludeBy(services, order, outcome, (change) =>
    transition(change, order.id, { ...taken, from: [order.state] }),
  );
}

/** Runs `take`. If it returns null, because the order left the state it was seen in, returns the outcome it has now. */
function concludeBy(
  services: OrderServices,
  order: OrderRow,
  outcome: Outcome,
  take: (change: Change) => Promise<OrderRow | null>,
): Promise<Outcome> {
  return makeChange(services, async (change) => {
    const { tx } = change;
    if (await take(change)) return outcome;
    const current = await readOrderRow(tx, order.id);
    return current ? outcomeOf(current, await lastPaymentEvent(tx, order.id)) : 'unknown';
  });
}

function providerIdOf(order: OrderRow): string {
  if (order.providerOrderId === null) throw new Error(`order ${order.id} is not at the provider`);
  return order.providerOrderId;
}
