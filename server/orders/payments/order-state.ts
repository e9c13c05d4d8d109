import type { Selectable } from 'kysely';
import { releaseUse, spendUse } from '../../coupons/coupon-uses.ts';
import { detachCoupon } from '../../lists/carts/cart-coupon.ts';
import type { Database, Transaction } from '../../platform/database/open.ts';
import type { OrderState, Tables } from '../../platform/database/tables.ts';
import { addPaymentEvent, type PaymentEventKind } from './payment-events.ts';

export type OrderRow = Selectable<Tables['orders']>;

/** The provider is asked about an order that isn't final after this long (and then again). */
export const pollMs = 60_000;
const maxBackoffMs = 3_600_000;
/** After this long without an answer the studio is notified. */
const overdueMs = 24 * 3_600_000;

export const currency = 'USD';

export async function readOrderRow(
  database: Database['read'] | Transaction,
  orderId: string,
): Promise<OrderRow | null> {
  const row = await database
    .selectFrom('orders')
    .selectAll()
    .where('id', '=', orderId)
    .executeTakeFirst();
  return row ?? null;
}

/** One step of the payment state machine. */
export interface Transition {
  /** The states it may be taken from; from any other it changes nothing. */
  readonly from: readonly OrderState[];
  readonly to: OrderState;
  readonly kind: PaymentEventKind;
  readonly detail?: Readonly<Record<string, unknown>>;
  readonly set?: Partial<Omit<OrderRow, 'id' | 'state' | 'updatedAt'>>;
}

/**
 * Takes one step of the payment state machine, guarded by the state it starts from, with its row
 * in the trail; a coupon's use goes with it. Answers the order after it, or null where the order was
 * in another state.
 */
export async function transition(
  tx: Transaction,
  now: Date,
  orderId: string,
  { from, to, kind, detail, set = {} }: Transition,
): Promise<OrderRow | null> {
  const row = await tx
    .updateTable('orders')
    .set({
      askAt: isFinal(to) ? null : pollTime(now, pollMs),
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
  if (to === 'void') await releaseUse(tx, orderId);
  await addPaymentEvent(tx, now, orderId, kind, detail);
  return row;
}

/**
 * Notes something that leaves the order in its state and is no answer of the provider: it is asked
 * again after the backoff of the polls that went unanswered so far. Answers null where the order
 * left its state meanwhile.
 */
export async function recordEvent(
  tx: Transaction,
  now: Date,
  order: OrderRow,
  kind: PaymentEventKind,
  detail: Readonly<Record<string, unknown>>,
): Promise<OrderRow | null> {
  const { unansweredPolls, unansweredSince } = order;
  const askAt = pollTime(now, backoffMs(unansweredPolls));
  const set = { askAt, unansweredPolls, unansweredSince };
  return transition(tx, now, order.id, { from: [order.state], to: order.state, kind, detail, set });
}

/** What is stored with an order or a refund about polls without an answer. */
export type PollCounts = Pick<OrderRow, 'unansweredPolls' | 'unansweredSince'>;

/** The same with one poll more, counted before it is sent: a crash in the middle counts as well. */
export function countPoll(now: Date, { unansweredPolls, unansweredSince }: PollCounts): PollCounts {
  return {
    unansweredPolls: unansweredPolls + 1,
    unansweredSince: unansweredSince ?? now.toISOString(),
  };
}

/** Milliseconds until the next poll after so many unanswered ones: a minute, then twice as long each time, an hour at most. */
export function backoffMs(unansweredPolls: number): number {
  return Math.min(maxBackoffMs, pollMs * 2 ** Math.max(0, unansweredPolls - 1));
}

/** Whether the provider gave no answer for so long that a person must look. */
export function isOverdue(now: Date, { unansweredSince }: PollCounts): boolean {
  return unansweredSince !== null && now.getTime() - Date.parse(unansweredSince) >= overdueMs;
}

/** Whatever doesn't change is asked about ever less often: after as long as it is old, an hour at most. */
export function agingPollMs(now: Date, { createdAt }: Pick<OrderRow, 'createdAt'>): number {
  return Math.min(maxBackoffMs, Math.max(pollMs, now.getTime() - Date.parse(createdAt)));
}

/** The instant that `askAt` holds. */
export function pollTime(now: Date, afterMs: number): string {
  return new Date(now.getTime() + afterMs).toISOString();
}

function isFinal(state: OrderState): boolean {
  return state === 'paid' || state === 'void' || state === 'review';
}
