import { setImmediate as nextTurn } from 'node:timers/promises';
import type { Insertable } from 'kysely';
import type { Database, Reader } from '../platform/database/open.ts';
import type { Tables } from '../platform/database/tables.ts';
import { storageFailure } from '../platform/http/storage-problem.ts';
import { boundsOf, type Day, type Days } from './range.ts';
import { add, addCoupon, type CouponSum, readSales, type Sales, type Sum } from './sales.ts';

/**
 * Sales of any days from stored sums: of whole months, of a year's whole months so far, and of single days at
 * the ends of a range. What is missing is summed up in the transaction that stores it, so that no change gets
 * lost in between; triggers delete the sums that a later change concerns. Days that aren't over are always read.
 */

type Row = Insertable<Tables['saleSums']>;
type StoredRow = Pick<Row, 'sums' | 'designs'>;
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

/**
 * @param withDesigns whether to read the sums by design, which are most of the data
 * @param isTrial as for `readSales`; sums that were stored otherwise are replaced
 */
export async function salesOf(
  database: Database,
  days: Days,
  now: Date,
  { withDesigns, isTrial }: { readonly withDesigns: boolean; readonly isTrial: boolean },
): Promise<Sales> {
  const { over, open } = partsOf(days, now.toISOString());
  const parts = withDesigns ? joinMonths(over) : over;
  const stored = await storedSums(database.read, parts, { withDesigns, isTrial });
  const sales = noSales();
  for (const part of parts) {
    const known = stored.get(keyOf(part));
    if (!known) await nextTurn();
    addStored(sales, known ?? (await sumUp(database, part, isTrial)), withDesigns);
  }
  return open ? addSales(sales, await readSales(database.read, open, isTrial)) : sales;
}

/** Sales that others are added to. */
interface OpenSales extends Sales {
  readonly days: Map<string, Sum>;
  readonly designs: Map<string, Sum>;
  readonly coupons: Map<string, CouponSum>;
  readonly countries: Map<string, Sum>;
  sold: number;
}

function noSales(): OpenSales {
  return { days: new Map(), designs: new Map(), coupons: new Map(), countries: new Map(), sold: 0 };
}

function addStored(sales: OpenSales, { sums, designs }: StoredRow, withDesigns: boolean): void {
  const { days, countries, coupons, sold } = JSON.parse(sums) as StoredSums;
  for (const [day, count, cents] of days) add(sales.days, day, count, cents);
  for (const [country, count, cents] of countries) add(sales.countries, country, count, cents);
  for (const [code, count, cents, discount] of coupons) {
    addCoupon(sales.coupons, code, { count, cents, discount });
  }
  sales.sold += sold;
  if (!withDesigns) return;
  for (const [id, count, cents] of JSON.parse(designs) as Entries) {
    add(sales.designs, id, count, cents);
  }
}

function addSales(sales: OpenSales, more: Sales): Sales {
  for (const [day, { count, cents }] of more.days) add(sales.days, day, count, cents);
  for (const [id, { count, cents }] of more.designs) add(sales.designs, id, count, cents);
  for (const [country, { count, cents }] of more.countries) {
    add(sales.countries, country, count, cents);
  }
  for (const [code, sum] of more.coupons) addCoupon(sales.coupons, code, sum);
  sales.sold += more.sold;
  return sales;
}

/** Whole months and single days that are over, and the rest. */
function partsOf(days: Days, now: string): { readonly over: Days[]; readonly open: Days | null } {
  const isOver = ({ endsAt }: Days[number]) => endsAt <= now;
  const over = monthsOf(days.filter(isOver)).flatMap((month): Days[] => {
    const { daysInMonth } = Temporal.PlainDate.from(month[0].day);
    return month.length === daysInMonth ? [month] : month.map((day): Days => [day]);
  });
  const [first, ...others] = days.filter((day) => !isOver(day));
  return { over, open: first ? [first, ...others] : null };
}

/** The days of each month, whole or not. */
function monthsOf(days: readonly Day[]): Days[] {
  const months = Map.groupBy(days, ({ day }) => day.slice(0, 7));
  return [...months.values()].flatMap(([first, ...others]): Days[] =>
    first ? [[first, ...others]] : [],
  );
}

/** Joins the whole months of a year from January on, because each has almost every design. */
function joinMonths(parts: readonly Days[]): Days[] {
  const joined: Days[] = [];
  for (const part of parts) {
    const last = joined.at(-1);
    const isNext = part.length > 1 && last?.[0].day === `${part[0].day.slice(0, 4)}-01-01`;
    if (isNext) joined.splice(-1, 1, [...last, ...part]);
    else joined.push(part);
  }
  return joined;
}

function keyOf(part: Days): string {
  const { startsAt, endsAt } = boundsOf(part);
  return `${startsAt} ${endsAt}`;
}

async function storedSums(
  read: Reader,
  parts: readonly Days[],
  { withDesigns, isTrial }: { readonly withDesigns: boolean; readonly isTrial: boolean },
): Promise<ReadonlyMap<string, StoredRow>> {
  const starts = parts.map(([{ startsAt }]) => startsAt);
  const rows = await read
    .selectFrom('saleSums')
    .select(['startsAt', 'endsAt', 'sums'])
    .$if(withDesigns, (sums) => sums.select('designs'))
    .where('startsAt', 'in', starts)
    .where('isTrial', '=', Number(isTrial))
    .execute();
  return new Map(
    rows.map(({ startsAt, endsAt, sums, designs = '[]' }) => [
      `${startsAt} ${endsAt}`,
      { sums, designs },
    ]),
  );
}

/** Sums up a part and stores it, unless the disk is full. Its months are stored first, one by one. */
async function sumUp(database: Database, part: Days, isTrial: boolean): Promise<StoredRow> {
  const months = monthsOf(part);
  if (months.length > 1) {
    const stored = await storedSums(database.read, months, { withDesigns: false, isTrial });
    for (const month of months) {
      if (!stored.has(keyOf(month))) await sumUp(database, month, isTrial);
      await nextTurn();
    }
  }
  try {
    return await database.write(async (tx) => {
      const row = rowOf(part, await readPart(tx, months, isTrial), isTrial);
      await tx
        .insertInto('saleSums')
        .values(row)
        .onConflict((conflict) => conflict.columns(['startsAt', 'endsAt']).doUpdateSet(row))
        .execute();
      return row;
    });
  } catch (error) {
    if (!storageFailure(error)) throw error;
    return rowOf(part, await readPart(database.read, months, isTrial), isTrial);
  }
}

/** The sales of a month, or of several from what is stored of them. */
async function readPart(read: Reader, months: readonly Days[], isTrial: boolean): Promise<Sales> {
  const [month, ...others] = months;
  if (month && others.length === 0) return readSales(read, month, isTrial);
  const stored = await storedSums(read, months, { withDesigns: true, isTrial });
  const sales = noSales();
  for (const each of months) {
    const known = stored.get(keyOf(each));
    if (known) addStored(sales, known, true);
    else addSales(sales, await readSales(read, each, isTrial));
  }
  return sales;
}

function rowOf(part: Days, sales: Sales, isTrial: boolean): Row {
  const { startsAt, endsAt } = boundsOf(part);
  const designs = JSON.stringify(entriesOf(sales.designs));
  return {
    ...{ startsAt, endsAt, isTrial: Number(isTrial) },
    ...{ sums: JSON.stringify(sumsOf(sales)), designs },
  };
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
