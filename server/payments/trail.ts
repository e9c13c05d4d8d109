import type { Database, Transaction } from '../database/open.ts';

/**
 * What happened to an order's payment, a row each. `creating`, `capturing` and `asking` say that
 * somebody is at the provider right now; the next row says what came of it.
 */
export type TrailKind =
  | 'creating'
  | 'created'
  | 'capturing'
  | 'asking'
  | 'not_approved'
  | 'declined'
  | 'pending'
  | 'unknown'
  | 'paid'
  | 'review'
  | 'void'
  | 'refund'
  | 'dispute';

export interface TrailEntry {
  readonly id: number;
  readonly kind: string;
  readonly createdAt: string;
}

/** Adds a row in the transaction of the change it tells of. `detail` holds nothing about a card or a person. */
export async function note(
  tx: Transaction,
  now: Date,
  orderId: string,
  kind: TrailKind,
  detail: Readonly<Record<string, unknown>> = {},
): Promise<void> {
  const createdAt = now.toISOString();
  await tx
    .insertInto('paymentEvents')
    .values({ orderId, kind, detail: JSON.stringify(detail), createdAt })
    .execute();
}

/** The newest row of an order's trail. */
export async function lastEntry(
  database: Database['read'] | Transaction,
  orderId: string,
): Promise<TrailEntry | null> {
  const entry = await database
    .selectFrom('paymentEvents')
    .select(['id', 'kind', 'createdAt'])
    .where('orderId', '=', orderId)
    .orderBy('id', 'desc')
    .limit(1)
    .executeTakeFirst();
  return entry ?? null;
}
