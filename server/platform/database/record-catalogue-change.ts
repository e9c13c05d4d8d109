import { randomInt } from 'node:crypto';
import { sql } from 'kysely';
import { chunk } from '#contract/wire/chunk.ts';
import type { Change } from './change.ts';
import { marks } from './changes-after.ts';
import { isPostgres } from './column-types.ts';
import type { Transaction } from './open.ts';

/** Rows per statement, because an engine limits the number of values. */
const rowsAtOnce = 1000;

/** The number of the lock of those who record changes. */
const feedLock = 72_652;

/** Where PostgreSQL announces these rows. */
export const catalogueChannel = 'catalogue';

/**
 * Records a change of public data, in the transaction that makes it; replicas follow these rows. With PostgreSQL, every
 * other change, so every payment too, then waits until the transaction ends: call it last.
 */
export async function recordCatalogueChange(
  { tx, now }: Change,
  productIds: readonly string[] | null,
): Promise<void> {
  if (productIds?.length === 0) return;
  if (isPostgres(tx)) await announce(tx);
  const changedAt = now.toISOString();
  const rows = (productIds ?? [null]).map((productId, place, { length }) => ({
    productId,
    changedAt,
    mark: place === length - 1 ? randomInt(marks) : null,
  }));
  for (const some of chunk(rows, rowsAtOnce)) {
    await tx.insertInto('catalogueChanges').values(some).execute();
  }
}

/** Wakes those who follow when `tx` is committed. */
async function announce(tx: Transaction): Promise<void> {
  // A shop that has read number 8 never asks for 7 again, so 7 must be committed before 8 is given out.
  await sql`SELECT pg_advisory_xact_lock(${sql.lit(feedLock)})`.execute(tx);
  await sql`SELECT pg_notify(${catalogueChannel}, '')`.execute(tx);
}
