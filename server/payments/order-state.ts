import type { Selectable } from 'kysely';
import { releaseUse, spendUse } from '../coupons/coupon-uses.ts';
import type { Database, Transaction } from '../database/open.ts';
import type { OrderState, Tables } from '../database/tables.ts';
import { note, type TrailKind } from './trail.ts';

export type OrderRow = Selectable<Tables['orders']>;

/** The provider is asked about an order that isn't final after this long (and then again). */
export const askAfterMs = 60_000;
const longestRestMs = 3_600_000;

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
export interface Step {
  /** The states it may be taken from; from any other it changes nothing. */
  readonly from: readonly OrderState[];
  readonly to: OrderState;
  readonly kind: TrailKind;
  readonly detail?: Readonly<Record<string, unknown>>;
  readonly set?: Partial<Omit<OrderRow, 'id' | 'state' | 'updatedAt'>>;
}

/**
 * Takes one step of the payment state machine, guarded by the state it starts from, with its row
 * in the trail; a coupon's use goes with it. Answers the order after it, or null where the order was
 * in another state.
 */
export async function step(
  tx: Transaction,
  now: Date,
  orderId: string,
  { from, to, kind, detail, set = {} }: Step,
): Promise<OrderRow | null> {
  const row = await tx
    .updateTable('orders')
    .set({
      askAt: isFinal(to) ? null : askTime(now, askAfterMs),
      ...set,
      state: to,
      updatedAt: now.toISOString(),
    })
    .where('id', '=', orderId)
    .where('state', 'in', [...from])
    .returningAll()
    .executeTakeFirst();
  if (!row) return null;
  if (to === 'paid') await spendUse(tx, orderId);
  if (to === 'void') await releaseUse(tx, orderId);
  await note(tx, now, orderId, kind, detail);
  return row;
}

/** Notes something that leaves the order in its state, and when to ask again. Answers null where it left that state meanwhile. */
export async function stay(
  tx: Transaction,
  now: Date,
  order: OrderRow,
  kind: TrailKind,
  detail: Readonly<Record<string, unknown>>,
  againAfterMs = askAfterMs,
): Promise<OrderRow | null> {
  const set = { askAt: askTime(now, againAfterMs) };
  return step(tx, now, order.id, { from: [order.state], to: order.state, kind, detail, set });
}

/** Whatever doesn't change is asked about ever less often: after as long as it is old, an hour at most. */
export function restMs(now: Date, { createdAt }: Pick<OrderRow, 'createdAt'>): number {
  return Math.min(longestRestMs, Math.max(askAfterMs, now.getTime() - Date.parse(createdAt)));
}

/** The instant that `askAt` holds. */
export function askTime(now: Date, afterMs: number): string {
  return new Date(now.getTime() + afterMs).toISOString();
}

function isFinal(state: OrderState): boolean {
  return state === 'paid' || state === 'void' || state === 'review';
}
