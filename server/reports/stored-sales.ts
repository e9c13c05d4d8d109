import { setImmediate as nextTurn } from 'node:timers/promises';
import type { Insertable } from 'kysely';
import type { Database } from '../platform/database/open.ts';
import type { Tables } from '../platform/database/tables.ts';
import { storageFailure } from '../platform/http/storage-problem.ts';
import { boundsOf, type Days } from './range.ts';
import { type CouponSum, readSales, type Sales, type Sum } from './sales.ts';

/**
 * Sales of any days from stored sums: of whole months, and of single days at the ends of a range. What is
 * missing is summed up in the transaction that stores it, so that no change gets lost in between; triggers
 * delete the sums that a later change concerns. Days that aren't over are always read.
 */

type Row = Insertable<Tables['saleSums']>;
/** Key, count and cents of each sum. */
type Entries = readonly (readonly [string, number, number])[];

interface StoredSums {
  readonly days: Entries;
  readonly countries: Entries;
  /** With what each took off. */
  readonly coupons: readonly (readonly [string, number, number, number])[];
  /** How many designs were sold. */
  readonly sold: number;
}

/** @param withDesigns whether to read the sums by design, which are most of the data */
export async function salesOf(
  database: Database,
  days: Days,
  now: Date,
  withDesigns: boolean,
): Promise<Sales> {
  const { over, open } = partsOf(days, now.toISOString());
  const stored = await storedSums(database, over, withDesigns);
  const sales = {
    days: new Map<string, Sum>(),
    designs: new Map<string, Sum>(),
    coupons: new Map<string, CouponSum>(),
    countries: new Map<string, Sum>(),
    sold: 0,
  };
  const take = (sums: StoredSums, designs: Entries) => {
    for (const [day, count, cents] of sums.days) addSum(sales.days, day, { count, cents });
    for (const [id, count, cents] of designs) addSum(sales.designs, id, { count, cents });
    for (const [country, count, cents] of sums.countries) {
      addSum(sales.countries, country, { count, cents });
    }
    for (const [code, count, cents, discount] of sums.coupons) {
      const before = sales.coupons.get(code)?.discount ?? 0;
      addSum(sales.coupons, code, { count, cents, discount: before + discount });
    }
    sales.sold += sums.sold;
  };
  for (const part of over) {
    const { startsAt, endsAt } = boundsOf(part);
    const known = stored.get(`${startsAt} ${endsAt}`);
    if (!known) await nextTurn();
    const { sums, designs } = known ?? (await sumUp(database, part));
    take(JSON.parse(sums) as StoredSums, withDesigns ? (JSON.parse(designs) as Entries) : []);
  }
  if (open) {
    const live = await readSales(database.read, open);
    take(sumsOf(live), withDesigns ? entriesOf(live.designs) : []);
  }
  return sales;
}

/** Adds to a sum; whatever else `more` has replaces it. */
function addSum<S extends Sum>(sums: Map<string, S>, key: string, more: S): void {
  const { count, cents } = sums.get(key) ?? { count: 0, cents: 0 };
  sums.set(key, { ...more, count: count + more.count, cents: cents + more.cents });
}

/** Whole months and single days that are over, and the rest. */
function partsOf(days: Days, now: string): { readonly over: Days[]; readonly open: Days | null } {
  const isOver = ({ endsAt }: Days[number]) => endsAt <= now;
  const months = Map.groupBy(days.filter(isOver), ({ day }) => day.slice(0, 7));
  const over = [...months].flatMap(([month, own]): Days[] => {
    const [first, ...others] = own;
    if (!first) return [];
    const isWhole = own.length === Temporal.PlainYearMonth.from(month).daysInMonth;
    return isWhole ? [[first, ...others]] : own.map((day): Days => [day]);
  });
  const [first, ...others] = days.filter((day) => !isOver(day));
  return { over, open: first ? [first, ...others] : null };
}

async function storedSums(
  { read }: Database,
  parts: readonly Days[],
  withDesigns: boolean,
): Promise<ReadonlyMap<string, { readonly sums: string; readonly designs: string }>> {
  const starts = parts.map(([{ startsAt }]) => startsAt);
  const rows = await read
    .selectFrom('saleSums')
    .select(['startsAt', 'endsAt', 'sums'])
    .$if(withDesigns, (sums) => sums.select('designs'))
    .where('startsAt', 'in', starts)
    .execute();
  return new Map(
    rows.map(({ startsAt, endsAt, sums, designs = '[]' }) => [
      `${startsAt} ${endsAt}`,
      { sums, designs },
    ]),
  );
}

/** Sums up a part and stores it, unless the disk is full. */
async function sumUp(database: Database, part: Days): Promise<Row> {
  try {
    return await database.write(async (tx) => {
      const row = rowOf(part, await readSales(tx, part));
      await tx
        .insertInto('saleSums')
        .values(row)
        .onConflict((conflict) => conflict.doNothing())
        .execute();
      return row;
    });
  } catch (error) {
    if (!storageFailure(error)) throw error;
    return rowOf(part, await readSales(database.read, part));
  }
}

function rowOf(part: Days, sales: Sales): Row {
  const { startsAt, endsAt } = boundsOf(part);
  const designs = JSON.stringify(entriesOf(sales.designs));
  return { startsAt, endsAt, sums: JSON.stringify(sumsOf(sales)), designs };
}

function sumsOf({ days, coupons, countries, sold }: Sales): StoredSums {
  return {
    days: entriesOf(days),
    countries: entriesOf(countries),
    coupons: [...coupons].map(([code, sum]) => [code, sum.count, sum.cents, sum.discount]),
    sold,
  };
}

function entriesOf(sums: ReadonlyMap<string, Sum>): Entries {
  return [...sums].map(([key, { count, cents }]) => [key, count, cents]);
}
