import { type RawBuilder, type Selectable, sql, type Updateable } from 'kysely';
import { isPostgres } from '../database/column-types.ts';
import type { Transaction } from '../database/open.ts';
import type { Tables } from '../database/tables.ts';
import { repeat } from './repeat.ts';

/**
 * How long a process that stopped renewing its lease still has it, in ms. Whoever looks for work every few
 * seconds takes it over within a minute, even if the clocks of two machines differ by several seconds.
 */
export const leaseMs = 40_000;
/** How often a lease is renewed, in ms. */
const renewMs = 10_000;

/** When a lease that is taken or renewed now expires, as stored in rows. */
export function leaseEnd(now: Date): string {
  return new Date(now.getTime() + leaseMs).toISOString();
}

/**
 * Runs `work` and calls `renew` every ten seconds until it ends, so that nobody else takes its lease however
 * long it takes. `renew` returns false if somebody has; then `lost` is aborted.
 */
export async function whileLeased<T>(
  renew: () => Promise<boolean>,
  work: (lost: AbortSignal) => Promise<T>,
  everyMs = renewMs,
): Promise<T> {
  const lost = new AbortController();
  const renewal = repeat(
    { everyMs, afterFailureMs: everyMs / 10 },
    async () => {
      if (lost.signal.aborted || (await renew())) return;
      lost.abort(new Error('Another process has taken over this work, or ended it.'));
    },
    // The next renewal, soon, makes up for a failed one.
    () => {},
  );
  try {
    return await work(lost.signal);
  } finally {
    await renewal.stop();
  }
}

/** How far the clocks of two machines may differ, in ms. */
export const skewMs = 86_400_000;

/** Ends a query for rows to take, for `modifyEnd`: with PostgreSQL it skips those that another process is taking. SQLite has one writer. */
export function skipTaken(tx: Transaction): RawBuilder<unknown> {
  return isPostgres(tx) ? sql`for update skip locked` : sql``;
}

/** The tables of which a row can be claimed. */
type ClaimedTable =
  | 'designWork'
  | 'fileChecksums'
  | 'imports'
  | 'leases'
  | 'mailOutbox'
  | 'pushes'
  | 'staffPushes';

/** Changes a claimed row. Returns false if it isn't `claimed` as it was, because another process has it or it is gone. */
export async function setClaimed<Table extends ClaimedTable>(
  tx: Transaction,
  table: Table,
  claimed: Partial<Selectable<Tables[Table]>>,
  values: Updateable<Tables[Table]>,
): Promise<boolean> {
  // As if they were of one table, because Kysely can't type a query on one of several.
  const { numUpdatedRows } = await tx
    .updateTable(table as 'designWork')
    .set(values as object)
    .where((row) => row.and(claimed as object))
    .executeTakeFirst();
  return numUpdatedRows > 0n;
}
