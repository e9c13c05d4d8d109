import type { Selectable } from 'kysely';
import { releaseUse, spendUse } from '../../coupons/coupon-uses.ts';
import { detachCoupon } from '../../lists/carts/cart-coupon.ts';
import type { Change } from '../../platform/database/change.ts';
import type { Reader } from '../../platform/database/open.ts';
import type { OrderState, Tables } from '../../platform/database/tables.ts';
import { backoffMs } from '../../platform/jobs/backoff.ts';
import { withdrawNotice } from '../../staff/notifications/notify-studio.ts';
import { addPaymentEvent, type PaymentEventKind } from './payment-events.ts';

export type OrderRow = Selectable<Tables['orders']>;

/** The states of an order at the provider that nothing was paid for yet. */
export const unpaid = ['provider_creating', 'provider_created', 'capturing'] as const;

/** How long after its last change an order that isn't final is polled; also the first backoff. */
export const pollMs = 60_000;
/**
 * The same while a process captures an order or polls the provider about it: if it still does then, it has most likely
 * died, and with the reconciler's pace another takes over within a minute.
 */
export const underWayMs = 40_000;
/** How long an unpaid order is kept for its buyer; the provider keeps its own for three hours. */
export const reusableMs = 2 * 3_600_000;
/** How long to wait after unanswered polls: at most an hour. */
export const pollBackoff = { firstMs: pollMs, longestMs: 3_600_000 };
/** How long without an answer before the studio is notified. */
const overdueMs = 24 * 3_600_000;

export const currency = 'USD';

export async function readOrderRow(database: Reader, orderId: string): Promise<OrderRow | null> {
  const row = await database
    .selectFrom('orders')
    .selectAll()
    .where('id', '=', orderId)
    .executeTakeFirst();
  return row ?? null;
}

/** When money moved: as the provider says, or at the latest when the shop noticed. */
export function earliest(noticedAt: string, saidAt: string | null): string {
  return saidAt !== null && saidAt < noticedAt ? saidAt : noticedAt;
}

/** A transition of the payment state machine. */
export interface Transition {
  /** The states it starts from; in any other state it changes nothing. */
  readonly from: readonly OrderState[];
  readonly to: OrderState;
  readonly kind: PaymentEventKind;
  readonly detail?: Readonly<Record<string, unknown>>;
  readonly set?: Partial<Omit<OrderRow, 'id' | 'state' | 'updatedAt'>>;
}

/**
 * Moves an order to another state, guarded by the states it may start from, and adds the payment event. A
 * coupon's use follows the state. Returns the changed order, or null if it was in another state.
 */
export async function transition(
  change: Change,
  orderId: string,
  { from, to, kind, detail, set = {} }: Transition,
): Promise<OrderRow | null> {
  const { tx, now } = change;
  const row = await tx
    .updateTable('orders')
    .set({
      nextPollAt: isFinal(to) ? null : pollTime(now, firstPollMs(to)),
      unansweredPolls: 0,
      unansweredSince: null,
      ...set,
      state: to,
      updatedAt: now.toISOString(),
    })
    .where('id', '=', orderId)
    .where('state', 'in', [...from])
    .returningAll()
    .executeTakeFirst();
  if (!row) return null;
  if (to === 'paid') {
    const use = await spendUse(tx, orderId);
    if (use) await detachCoupon(tx, use.accountId, use.couponId);
  }
  if (from.includes('review') && to !== 'review') await withdrawNotice(tx, 'review', orderId);
  if (to === 'void') await releaseUse(tx, orderId);
  await addPaymentEvent(change, orderId, kind, detail);
  return row;
}

/**
 * Records an event that is no answer of the provider. The order keeps its state. Schedules the next poll after
 * `waitMs`, by default the backoff for the polls unanswered so far. Returns null if the order left its state in the
 * meantime.
 */
export async function recordEvent(
  change: Change,
  order: OrderRow,
  kind: PaymentEventKind,
  detail: Readonly<Record<string, unknown>>,
  waitMs = waitAfterPolls(order),
): Promise<OrderRow | null> {
  const { unansweredPolls, unansweredSince } = order;
  const nextPollAt = pollTime(change.now, waitMs);
  const set = { nextPollAt, unansweredPolls, unansweredSince };
  return transition(change, order.id, { from: [order.state], to: order.state, kind, detail, set });
}

function waitAfterPolls({ state, unansweredPolls }: OrderRow): number {
  return unansweredPolls === 0 ? firstPollMs(state) : backoffMs(unansweredPolls, pollBackoff);
}

/** The counts of unanswered polls stored with an order or a refund. */
export type PollCounts = Pick<OrderRow, 'unansweredPolls' | 'unansweredSince'>;

/** Adds one poll to the counts. Call it before sending, so that a crash in between counts too. */
export function countPoll(now: Date, { unansweredPolls, unansweredSince }: PollCounts): PollCounts {
  return {
    unansweredPolls: unansweredPolls + 1,
    unansweredSince: unansweredSince ?? now.toISOString(),
  };
}

/** Whether the provider hasn't answered for so long that the studio must look at it. */
export function isOverdue(now: Date, { unansweredSince }: PollCounts): boolean {
  return unansweredSince !== null && now.getTime() - Date.parse(unansweredSince) >= overdueMs;
}

/** Milliseconds until the next poll of an order that doesn't change: as long as it is old, at least a minute, at most an hour. */
export function agingPollMs(now: Date, { createdAt }: Pick<OrderRow, 'createdAt'>): number {
  return Math.min(pollBackoff.longestMs, Math.max(pollMs, now.getTime() - Date.parse(createdAt)));
}

/** The value to store in `nextPollAt` for a poll `afterMs` from now. */
export function pollTime(now: Date, afterMs: number): string {
  return new Date(now.getTime() + afterMs).toISOString();
}

function firstPollMs(state: OrderState): number {
  return state === 'capturing' ? underWayMs : pollMs;
}

function isFinal(state: OrderState): boolean {
  return state === 'paid' || state === 'void' || state === 'review';
}
