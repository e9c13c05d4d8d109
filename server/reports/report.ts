import { sql } from 'kysely';
import { imagePath } from '#contract/shop/paths.ts';
import {
  namedRows,
  type RangeQuery,
  type Report,
  type ReportDay,
  type ReportTotals,
} from '#contract/studio/reports.ts';
import { toWire } from '#contract/wire/money.ts';
import { giftMethod } from '../orders/grant-download.ts';
import { isPostgres } from '../platform/database/column-types.ts';
import type { Database } from '../platform/database/open.ts';
import { boundsOf, type Days, daysOf } from './range.ts';
import { add, byDesigner, type DesignSales, namedDesigns, type Sales, type Sum } from './sales.ts';
import { salesOf } from './stored-sales.ts';

type Read = Database['read'];

/** From this many days on, a range has a large part of all orders. */
const manyDays = 60;

/** All figures of a range, with every row: the report shows the first, a CSV all of them. */
export type Figures = Awaited<ReturnType<typeof readFigures>>;

/** Reads the figures of a range of days in a time zone, and of the range before. */
export async function readFigures(
  database: Database,
  query: RangeQuery,
  now: Date,
  timeZone: string,
) {
  const { read } = database;
  const { days, before } = daysOf(query, now, timeZone);
  const sales = await salesOf(database, days, now, true);
  const salesBefore = await salesOf(database, before, now, false);
  const designs = await namedDesigns(read, sales);
  const conversions = await conversionsOf(read, days, before);
  return {
    timeZone,
    ...(await rangeFigures(read, days, sales, conversions.own)),
    before: await rangeFigures(read, before, salesBefore, conversions.before),
    designs,
    designers: rowsOf(byDesigner(designs)),
    coupons: [...sales.coupons].toSorted(([, a], [, b]) => b.cents - a.cents),
    countries: rowsOf(sales.countries),
    emptySearches: await emptySearchesOf(read, days),
  };
}

/** The answer to the studio: with the best rows by name, amounts in dollars. */
export async function reportOf(read: Read, figures: Figures): Promise<Report> {
  const { designs, designers, coupons, countries, emptySearches, ...rest } = figures;
  const named = designs.slice(0, namedRows);
  const others = designs.slice(namedRows);
  const pictures = await picturesOf(read, named);
  return {
    ...rest,
    designs: named.map(({ id, title, sold, cents }) => ({
      ...{ id, title, sold, net: toWire(cents) },
      imageUrl: pictures.get(id) ?? null,
    })),
    otherDesigns: {
      count: others.length,
      sold: sumOf(others, ({ sold }) => sold),
      net: toWire(sumOf(others, ({ cents }) => cents)),
    },
    designers: designers.map(([name, { count, cents }]) => ({
      ...{ name, sold: count, net: toWire(cents) },
    })),
    coupons: coupons.slice(0, namedRows).map(([code, { count, cents, discount }]) => ({
      ...{ code, orders: count, net: toWire(cents), discount: toWire(discount) },
    })),
    countries: countries.slice(0, namedRows).map(([country, { count, cents }]) => ({
      ...{ country, orders: count, net: toWire(cents) },
    })),
    emptySearches: emptySearches.slice(0, namedRows),
  };
}

function rowsOf(sums: ReadonlyMap<string, Sum>): [string, Sum][] {
  return [...sums].toSorted(
    ([a, one], [b, other]) => other.cents - one.cents || a.localeCompare(b),
  );
}

async function rangeFigures(read: Read, days: Days, sales: Sales, conversion: Conversion) {
  const { from, until } = boundsOf(days);
  const refunds = await refundsOf(read, days);
  const downloads = await downloadsOf(read, days);
  const rows: ReportDay[] = days.map(({ day, startsAt }) => {
    const { count = 0, cents = 0 } = sales.days.get(startsAt) ?? {};
    return {
      day,
      orders: count,
      net: toWire(cents),
      refunded: toWire(refunds.get(startsAt)?.cents ?? 0),
      downloads: downloads.get(day) ?? 0,
    };
  });
  const totals: ReportTotals = {
    orders: sumOf(rows, ({ orders }) => orders),
    net: toWire(sumOf([...sales.days.values()], ({ cents }) => cents)),
    sold: sales.sold,
    refunds: sumOf([...refunds.values()], ({ count }) => count),
    refunded: toWire(sumOf([...refunds.values()], ({ cents }) => cents)),
    downloads: sumOf(rows, (row) => row.downloads),
    ...conversion,
  };
  return { from, until, days: rows, totals };
}

/** Refunds made in these days, whenever their orders were paid, by the start of the day. */
async function refundsOf(read: Read, days: Days): Promise<ReadonlyMap<string, Sum>> {
  const { startsAt, endsAt } = boundsOf(days);
  const refunds = await read
    .selectFrom('refunds')
    .select(['createdAt', 'amount'])
    .where('kind', '=', 'refund')
    .where('createdAt', '>=', startsAt)
    .where('createdAt', '<', endsAt)
    .orderBy('createdAt')
    .execute();
  const sums = new Map<string, Sum>();
  const later = days.values();
  let day = days[0];
  for (const { createdAt, amount } of refunds) {
    while (day.endsAt <= createdAt) day = later.next().value ?? day;
    add(sums, day.startsAt, 1, amount);
  }
  return sums;
}

async function downloadsOf(read: Read, days: Days): Promise<ReadonlyMap<string, number>> {
  const { from, until } = boundsOf(days);
  const rows = await read
    .selectFrom('downloadDays')
    .select(({ fn }) => ['day', fn.sum<number>('count').as('count')])
    .where('day', '>=', from)
    .where('day', '<=', until)
    .groupBy('day')
    .execute();
  return new Map(rows.map(({ day, count }) => [day, count]));
}

/** Searches without results, the most frequent first. */
function emptySearchesOf(read: Read, days: Days): Promise<{ words: string; count: number }[]> {
  const { from, until } = boundsOf(days);
  return read
    .selectFrom('emptySearches')
    .select(({ fn }) => ['words', fn.sum<number>('count').as('count')])
    .where('day', '>=', from)
    .where('day', '<=', until)
    .groupBy('words')
    .orderBy('count', 'desc')
    .orderBy('words')
    .execute();
}

/**
 * For a range and the one before: buyers who put something into the cart, or began to check out, in its days;
 * those of them who began to check out; and those who paid such an order, whenever. What was taken out of a
 * cart again isn't known.
 */
async function conversionsOf(read: Read, days: Days, daysBefore: Days) {
  const { startsAt: start, endsAt: end } = boundsOf(days);
  const { startsAt: first } = boundsOf(daysBefore);
  const isBought = sql`"paymentMethod" <> ${giftMethod}`;
  // Without an index by age, SQLite reads the orders buyer by buyer, which is quicker for most of them.
  const isSlow = days.length > manyDays && !isPostgres(read);
  const age = isSlow ? sql`+"createdAt"` : sql`"createdAt"`;
  const addedOnly = (from: string, until: string) => sql`(
    SELECT count(DISTINCT "accountId") FROM "cartLines"
    WHERE "addedAt" >= ${from} AND "addedAt" < ${until} AND NOT EXISTS (
      SELECT 1 FROM orders WHERE orders."accountId" = "cartLines"."accountId"
        AND "createdAt" >= ${from} AND "createdAt" < ${until} AND ${isBought}))`;
  // Both ranges in one pass: of each, a buyer's best order counts, a paid one as 2 and any other as 1.
  const worth = sql`CASE WHEN state = 'paid' THEN 2 ELSE 1 END`;
  const { rows } = await sql<Record<`${'added' | 'begun' | 'paid'}${'' | 'Before'}`, number>>`
    SELECT count(own) AS begun, count(CASE WHEN own = 2 THEN 1 END) AS paid,
      count(earlier) AS "begunBefore", count(CASE WHEN earlier = 2 THEN 1 END) AS "paidBefore",
      ${addedOnly(start, end)} AS added, ${addedOnly(first, start)} AS "addedBefore"
    FROM (
      SELECT max(CASE WHEN "createdAt" >= ${start} THEN ${worth} END) AS own,
        max(CASE WHEN "createdAt" < ${start} THEN ${worth} END) AS earlier
      FROM orders WHERE ${age} >= ${first} AND ${age} < ${end} AND ${isBought}
      GROUP BY "accountId") AS buyers
  `.execute(read);
  const [row] = rows;
  return {
    own: conversionOf(row?.added, row?.begun, row?.paid),
    before: conversionOf(row?.addedBefore, row?.begunBefore, row?.paidBefore),
  };
}

type Conversion = Pick<ReportTotals, 'inCart' | 'checkedOut' | 'paid'>;

function conversionOf(added = 0, begun = 0, paid = 0): Conversion {
  return { inCart: begun + added, checkedOut: begun, paid };
}

async function picturesOf(
  read: Read,
  designs: readonly DesignSales[],
): Promise<ReadonlyMap<string, string>> {
  if (designs.length === 0) return new Map();
  const rows = await read
    .selectFrom('productImages')
    .select(['productId', 'hash'])
    .where(
      'productId',
      'in',
      designs.map(({ id }) => id),
    )
    .where('position', '=', 0)
    .execute();
  return new Map(rows.map(({ productId, hash }) => [productId, imagePath(hash, 320, 'webp')]));
}

function sumOf<T>(rows: readonly T[], of: (row: T) => number): number {
  return rows.reduce((total, row) => total + of(row), 0);
}
