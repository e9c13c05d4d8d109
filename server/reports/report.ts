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
import type { Database } from '../platform/database/open.ts';
import { boundsOf, type Days, daysOf } from './range.ts';
import {
  byDesigner,
  type DesignSales,
  namedDesigns,
  readSales,
  type Sales,
  type Sum,
} from './sales.ts';

type Read = Database['read'];

/** All figures of a range, with every row: the report shows the first, a CSV all of them. */
export type Figures = Awaited<ReturnType<typeof readFigures>>;

/** Reads the figures of a range of days in a time zone, and of the range before. */
export async function readFigures(read: Read, query: RangeQuery, now: Date, timeZone: string) {
  const { days, before } = daysOf(query, now, timeZone);
  const sales = await readSales(read, days);
  const designs = await namedDesigns(read, sales);
  return {
    timeZone,
    ...(await rangeFigures(read, days, sales)),
    before: await rangeFigures(read, before, await readSales(read, before)),
    designs,
    designers: rowsOf(byDesigner(designs)),
    coupons: [...sales.coupons].toSorted(([, a], [, b]) => b.cents - a.cents),
    countries: rowsOf(sales.countries),
  };
}

/** The answer to the studio: with the best rows by name, amounts in dollars. */
export async function reportOf(read: Read, figures: Figures): Promise<Report> {
  const { designs, designers, coupons, countries, ...rest } = figures;
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
  };
}

function rowsOf(sums: ReadonlyMap<string, Sum>): [string, Sum][] {
  return [...sums].toSorted(
    ([a, one], [b, other]) => other.cents - one.cents || a.localeCompare(b),
  );
}

async function rangeFigures(read: Read, days: Days, sales: Sales) {
  const { from, until } = boundsOf(days);
  const refunds = await refundsOf(read, days);
  const downloads = await downloadsOf(read, days);
  const rows: ReportDay[] = days.map(({ day, startsAt, endsAt }) => {
    const { count = 0, cents = 0 } = sales.days.get(startsAt) ?? {};
    const back = refunds.filter(({ createdAt }) => createdAt >= startsAt && createdAt < endsAt);
    return {
      day,
      orders: count,
      net: toWire(cents),
      refunded: toWire(sumOf(back, ({ amount }) => amount)),
      downloads: downloads.get(day) ?? 0,
    };
  });
  const totals: ReportTotals = {
    orders: sumOf(rows, ({ orders }) => orders),
    net: toWire(sumOf([...sales.days.values()], ({ cents }) => cents)),
    sold: sumOf([...sales.designs.values()], ({ count }) => count),
    refunds: refunds.length,
    refunded: toWire(sumOf(refunds, ({ amount }) => amount)),
    downloads: sumOf(rows, (row) => row.downloads),
    ...(await conversionOf(read, days)),
  };
  return { from, until, days: rows, totals };
}

/** Refunds made in these days, whenever their orders were paid. */
function refundsOf(read: Read, days: Days) {
  const { startsAt, endsAt } = boundsOf(days);
  return read
    .selectFrom('refunds')
    .select(['createdAt', 'amount'])
    .where('kind', '=', 'refund')
    .where('createdAt', '>=', startsAt)
    .where('createdAt', '<', endsAt)
    .execute();
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

/**
 * Buyers who put something into the cart, or began to check out, in these days; those of them who began to
 * check out; and those who paid such an order, whenever. What was taken out of a cart again isn't known.
 */
async function conversionOf(read: Read, days: Days) {
  const { startsAt, endsAt } = boundsOf(days);
  const { rows } = await sql<{ inCart: number; checkedOut: number; paid: number }>`
    WITH begun AS (
      SELECT "accountId", max(state = 'paid') AS "isPaid" FROM orders
      WHERE "createdAt" >= ${startsAt} AND "createdAt" < ${endsAt} AND "paymentMethod" <> ${giftMethod}
      GROUP BY "accountId"
    )
    SELECT
      (SELECT count(*) FROM begun) + (
        SELECT count(DISTINCT "accountId") FROM "cartLines"
        WHERE "addedAt" >= ${startsAt} AND "addedAt" < ${endsAt}
          AND "accountId" NOT IN (SELECT "accountId" FROM begun)
      ) AS "inCart",
      (SELECT count(*) FROM begun) AS "checkedOut",
      (SELECT coalesce(sum("isPaid"), 0) FROM begun) AS paid
  `.execute(read);
  return rows[0] ?? { inCart: 0, checkedOut: 0, paid: 0 };
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
