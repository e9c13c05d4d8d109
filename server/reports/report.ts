import { imagePath } from '#contract/shop/paths.ts';
import {
  namedRows,
  type RangeQuery,
  type Report,
  type ReportDay,
  type ReportTotals,
} from '#contract/studio/reports.ts';
import { toWire } from '#contract/wire/money.ts';
import type { Database } from '../platform/database/open.ts';
import type { BookSettings } from './books.ts';
import { bought } from './bought.ts';
import { commissionFigures } from './commissions.ts';
import { type Conversion, conversionOf } from './conversion.ts';
import { boundsOf, type Days, daysOf } from './range.ts';
import { add, byDesigner, type DesignSales, namedDesigns, type Sales, type Sum } from './sales.ts';
import { salesOf } from './stored-sales.ts';

type Read = Database['read'];

/** All figures of a range, with every row: the report shows the first, a CSV all of them. */
export type Figures = Awaited<ReturnType<typeof readFigures>>;

/** Reads the figures of a range of days in a time zone, and of the range before. */
export async function readFigures(
  database: Database,
  query: RangeQuery,
  now: Date,
  { timeZone, isTrial }: BookSettings,
) {
  const { read } = database;
  const { days, before } = daysOf(query, now, timeZone);
  const sales = await salesOf(database, days, now, { withDesigns: true, isTrial });
  const salesBefore = await salesOf(database, before, now, { withDesigns: false, isTrial });
  const designs = await namedDesigns(read, sales);
  const conversion = await conversionOf(database, days, now, isTrial);
  const conversionBefore = await conversionOf(database, before, now, isTrial);
  return {
    timeZone,
    ...(await rangeFigures(read, days, isTrial, { sales, conversion })),
    before: await rangeFigures(read, before, isTrial, {
      ...{ sales: salesBefore, conversion: conversionBefore },
    }),
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
      id,
      title,
      sold,
      net: toWire(cents),
      imageUrl: pictures.get(id) ?? null,
    })),
    otherDesigns: {
      count: others.length,
      sold: sumOf(others, ({ sold }) => sold),
      net: toWire(sumOf(others, ({ cents }) => cents)),
    },
    designers: designers.map(([name, { count, cents }]) => ({
      name,
      sold: count,
      net: toWire(cents),
    })),
    coupons: coupons.slice(0, namedRows).map(([code, { count, cents, discount }]) => ({
      code,
      orders: count,
      net: toWire(cents),
      discount: toWire(discount),
    })),
    countries: countries.slice(0, namedRows).map(([country, { count, cents }]) => ({
      country,
      orders: count,
      net: toWire(cents),
    })),
    emptySearches: emptySearches.slice(0, namedRows),
  };
}

function rowsOf(sums: ReadonlyMap<string, Sum>): [string, Sum][] {
  return [...sums].toSorted(
    ([a, one], [b, other]) => other.cents - one.cents || a.localeCompare(b),
  );
}

async function rangeFigures(
  read: Read,
  days: Days,
  isTrial: boolean,
  { sales, conversion }: { readonly sales: Sales; readonly conversion: Conversion },
) {
  const { from, until } = boundsOf(days);
  const refunds = await refundsOf(read, days, isTrial);
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
  const commissions = await commissionFigures(read, boundsOf(days));
  return { from, until, days: rows, totals, commissions };
}

/** Refunds of sales made in these days, whenever their orders were paid, by the start of the day. */
async function refundsOf(
  read: Read,
  days: Days,
  isTrial: boolean,
): Promise<ReadonlyMap<string, Sum>> {
  const { startsAt, endsAt } = boundsOf(days);
  const refunds = await read
    .selectFrom('refunds')
    .innerJoin('orders', 'orders.id', 'refunds.orderId')
    .select(['refunds.createdAt', 'amount'])
    .where('kind', '=', 'refund')
    .where('refunds.createdAt', '>=', startsAt)
    .where('refunds.createdAt', '<', endsAt)
    .where('orders.state', '=', 'paid')
    .where(bought(isTrial))
    .orderBy('refunds.createdAt')
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
