import { setImmediate as nextTurn } from 'node:timers/promises';
import { type RawBuilder, sql } from 'kysely';
import type { ReportTotals } from '#contract/studio/reports.ts';
import { isPostgres } from '../platform/database/column-types.ts';
import type { Database, Reader } from '../platform/database/open.ts';
import { storageFailure } from '../platform/http/storage-problem.ts';
import { bought } from './bought.ts';
import { boundsOf, type Days } from './range.ts';

export type Conversion = Pick<ReportTotals, 'inCart' | 'checkedOut' | 'paid'>;

/** Instants: the first one, and the first one after the range. */
interface Range {
  readonly startsAt: string;
  readonly endsAt: string;
}

/** Buyers who began to check out, and those of them who paid such an order, whenever. */
interface Buyers {
  readonly begun: number;
  readonly paid: number;
}

/** From this many days on, a range has a large part of all orders. */
const manyDaysMs = 60 * 86_400_000;

const isWithin = ({ startsAt, endsAt }: Range) =>
  sql`orders."createdAt" >= ${startsAt} AND orders."createdAt" < ${endsAt}`;
/** A buyer's best order counts, a paid one as 2 and any other as 1. */
const best = sql`max(CASE WHEN orders.state = 'paid' THEN 2 ELSE 1 END)`;

/**
 * Buyers who put something into the cart, or began to check out, in these days; those of them who began to check
 * out; and those who paid such an order, whenever. What was taken out of a cart again isn't known.
 */
export async function conversionOf(
  database: Database,
  days: Days,
  now: Date,
  isTrial: boolean,
): Promise<Conversion> {
  const range = boundsOf(days);
  const nowAt = now.toISOString();
  const openAt = days.find(({ endsAt }) => endsAt > nowAt)?.startsAt ?? range.endsAt;
  const over = { startsAt: range.startsAt, endsAt: openAt };
  const known = await buyersOf(database, over, isTrial);
  const open = { startsAt: openAt, endsAt: range.endsAt };
  const more = await otherBuyers(database.read, open, over, isTrial);
  const begun = known.begun + more.begun;
  return {
    inCart: begun + (await onlyAdded(database.read, range, isTrial)),
    checkedOut: begun,
    paid: known.paid + more.paid,
  };
}

/** The buyers of days that are over, which are counted once and stored, unless the disk is full. */
async function buyersOf(database: Database, range: Range, isTrial: boolean): Promise<Buyers> {
  if (range.startsAt === range.endsAt) return { begun: 0, paid: 0 };
  const stored = await database.read
    .selectFrom('buyerCounts')
    .select(['begun', 'paid'])
    .where('startsAt', '=', range.startsAt)
    .where('endsAt', '=', range.endsAt)
    .where('isTrial', '=', Number(isTrial))
    .executeTakeFirst();
  if (stored) return stored;
  await nextTurn();
  try {
    return await database.write(async (tx) => {
      const counts = await countBuyers(tx, range, isTrial);
      const row = { ...range, ...counts, isTrial: Number(isTrial) };
      await tx
        .insertInto('buyerCounts')
        .values(row)
        .onConflict((conflict) => conflict.columns(['endsAt', 'startsAt']).doUpdateSet(row))
        .execute();
      return counts;
    });
  } catch (error) {
    if (!storageFailure(error)) throw error;
    return countBuyers(database.read, range, isTrial);
  }
}

async function countBuyers(read: Reader, range: Range, isTrial: boolean): Promise<Buyers> {
  // Without an index by age, SQLite reads the orders buyer by buyer, which is quicker for most of them.
  const isMost = Date.parse(range.endsAt) - Date.parse(range.startsAt) > manyDaysMs;
  const within =
    isMost && !isPostgres(read)
      ? sql`+orders."createdAt" >= ${range.startsAt} AND +orders."createdAt" < ${range.endsAt}`
      : isWithin(range);
  const { rows } = await sql<Buyers>`
    SELECT count(*) AS begun, count(CASE WHEN best = 2 THEN 1 END) AS paid
    FROM (SELECT ${best} AS best FROM orders WHERE ${within} AND ${bought(isTrial)} GROUP BY "accountId") AS buyers
  `.execute(read);
  return rows[0] ?? { begun: 0, paid: 0 };
}

/** The buyers of a range who aren't among those of `before` yet. */
async function otherBuyers(
  read: Reader,
  range: Range,
  before: Range,
  isTrial: boolean,
): Promise<Buyers> {
  const hadNone = (which: RawBuilder<unknown>) => sql`NOT EXISTS (SELECT 1 FROM orders
    WHERE orders."accountId" = buyers."accountId" AND ${isWithin(before)} AND ${bought(isTrial)} AND ${which})`;
  const { rows } = await sql<Buyers>`
    SELECT count(CASE WHEN ${hadNone(sql`true`)} THEN 1 END) AS begun,
      count(CASE WHEN best = 2 AND ${hadNone(sql`orders.state = 'paid'`)} THEN 1 END) AS paid
    FROM (SELECT "accountId", ${best} AS best FROM orders WHERE ${isWithin(range)} AND ${bought(isTrial)}
      GROUP BY "accountId") AS buyers
  `.execute(read);
  return rows[0] ?? { begun: 0, paid: 0 };
}

/** Buyers who put something into the cart in a range and didn't begin to check out. */
async function onlyAdded(read: Reader, range: Range, isTrial: boolean): Promise<number> {
  const { rows } = await sql<{ count: number }>`
    SELECT count(DISTINCT "accountId") AS count FROM "cartLines"
    WHERE "addedAt" >= ${range.startsAt} AND "addedAt" < ${range.endsAt} AND NOT EXISTS (
      SELECT 1 FROM orders WHERE orders."accountId" = "cartLines"."accountId"
        AND ${isWithin(range)} AND ${bought(isTrial)})
  `.execute(read);
  return rows[0]?.count ?? 0;
}
