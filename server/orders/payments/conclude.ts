import { randomUUID } from 'node:crypto';
import * as v from 'valibot';
import { type Change, makeChange } from '../../platform/database/change.ts';
import type { ProviderResult } from './gateway.ts';
import type { OrderServices } from './order-services.ts';
import {
  isOverdue,
  type OrderRow,
  pollBackoff,
  pollTime,
  readOrderRow,
  recordEvent,
  type Transition,
  transition,
} from './order-state.ts';
import { lastPaymentEvent, type PaymentEvent } from './payment-events.ts';
import { logTrouble, recordTrouble } from './payment-troubles.ts';
import { ownSortOf } from './paypal-issues.ts';
import { type Outcome, type Source, toReview } from './settle.ts';

/**
 * Records that the provider refused a capture because of the shop's own account. The order is kept; once its buyer
 * was answered so, only the buyer tries again. An order whose number the provider has already becomes void, since
 * no other attempt can work.
 */
export function concludeRefused(
  services: OrderServices,
  order: OrderRow,
  issue: string,
  source: Source,
): Promise<Outcome> {
  logTrouble(services, order.id, 'capture', issue);
  const outcome = refusedOutcome(issue);
  const isAnswered = source === 'capture';
  return concludeBy(services, order, outcome, async (change) => {
    const { now } = change;
    await recordTrouble(change, services.env, 'capture', issue);
    const from = [order.state];
    if (outcome === 'create_again') {
      const detail = { source, reason: issue };
      return transition(change, order.id, { from, to: 'void', kind: 'void', detail });
    }
    return transition(change, order.id, {
      from,
      to: 'provider_created',
      kind: 'refused',
      detail: { source, issue },
      set: {
        captureRequestId: randomUUID(),
        ...(isAnswered
          ? { refusedAt: now.toISOString() }
          : { nextPollAt: pollTime(now, pollBackoff.longestMs) }),
      },
    });
  });
}

/**
 * Cancels an order that the provider no longer has, since it can't be paid any more. If it was being
 * captured, money may have moved, so it goes to review.
 */
export function endOrReview(
  services: OrderServices,
  order: OrderRow,
  reason: string,
): Promise<Outcome> {
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
 * intervals. After a day it goes to review. An order that the shop may not read says nothing about the shop's account:
 * after a change of accounts, those of the earlier one can't be read, and others are paid.
 */
export async function leaveUndecided(
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
export function conclude(
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

export function outcomeOf(order: OrderRow, entry: PaymentEvent | null): Outcome {
  if (order.state === 'paid' || order.state === 'review' || order.state === 'void') {
    return order.state;
  }
  if (order.state === 'capturing') return entry?.kind === 'pending' ? 'pending' : 'unknown';
  if (entry?.kind === 'refused') return refusedOutcome(issueOf(entry));
  return entry?.kind === 'declined' ? 'declined' : 'not_approved';
}

function refusedOutcome(issue: string): Outcome {
  const sort = ownSortOf(issue);
  if (sort === 'number') return 'create_again';
  return sort === 'method' ? 'other_way' : 'unavailable';
}

function issueOf({ detail }: PaymentEvent): string {
  const parsed = v.safeParse(v.object({ issue: v.string() }), JSON.parse(detail));
  return parsed.success ? parsed.output.issue : '';
}
