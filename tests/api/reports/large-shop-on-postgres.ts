import { openPostgres } from '#server/platform/database/postgres.ts';
import { atEndOfFile } from '#tests/support/at-end-of-file.ts';
import { newPostgres } from '#tests/support/open-new-database.ts';
import { recordingReads } from '#tests/support/postgres-plans.ts';
import { shopWithOwner } from '#tests/support/shop-with-owner.ts';
import { fillLargeShop, type LargeShop } from '../../bench/large-shop.ts';

/** When its last order is placed, which is its present. */
export const until = new Date('2026-12-20T15:00:00.000Z');

/** A shop with so many rows on PostgreSQL, until the end of the test file; `cookie` is of somebody of the studio. */
export async function openLargeShop(rows: Omit<LargeShop, 'until'>) {
  const url = await newPostgres('migrated');
  await fillLargeShop(url, { ...rows, until });
  const opened = await openPostgres(url);
  atEndOfFile(() => opened.close());
  const database = recordingReads(opened);
  const { app, cookie } = await shopWithOwner({
    database,
    clock: () => until,
    limitFactor: 1000,
  });
  return { url, app, cookie, database };
}

/** A step that looks something up in an index of words. */
export const isLookUp = (step: string) => /^Index Cond:.*form.* ~~/.test(step);
