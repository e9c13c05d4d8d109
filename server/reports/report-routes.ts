import type { Hono } from 'hono';
import type { RangeQuery, ReportTable } from '#contract/studio/reports.ts';
import { byteOrderMark, csvRow } from '#contract/wire/csv.ts';
import { streamAnswer } from '../platform/http/stream-answer.ts';
import type { Services } from '../platform/services/services.ts';
import { serveStudio } from '../staff/serve-studio.ts';
import { readBookSettings } from './books.ts';
import { commissionCells } from './commissions.ts';
import { type Figures, readFigures, reportOf } from './report.ts';

type Cell = string | number | null;

/** The studio's routes for its figures: the report, and each of its tables as CSV. */
export function reportRoutes(app: Hono, services: Services): void {
  const { database, clock, env } = services;
  const figuresOf = async (query: RangeQuery) =>
    readFigures(database, query, clock(), await readBookSettings(database.read, env));

  serveStudio(app, services, 'report', async ({ query }) =>
    reportOf(database.read, await figuresOf(query)),
  );

  serveStudio(app, services, 'reportTable', async ({ query, params: { table } }) => {
    const figures = await figuresOf(query);
    return streamAnswer(csvOf(tables[table](figures)), {
      name: `${table}-${figures.from}-${figures.until}.csv`,
      mediaType: 'text/csv; charset=utf-8',
    });
  });
}

/** As `commissionCells` has them. */
const commissionRows = [
  ...['Quoted', 'Accepted', 'Delivered', 'Days to deliver, median', 'Days to deliver, longest'],
  'Refunded',
];

/** The rows of each table, the headings first. */
const tables: Readonly<Record<ReportTable, (figures: Figures) => Cell[][]>> = {
  days: ({ days }) => [
    ['Day', 'Orders', 'Sales', 'Refunded', 'Downloads'],
    ...days.map(({ day, orders, net, refunded, downloads }) => [
      ...[day, orders, net.toFixed(2), refunded.toFixed(2), downloads],
    ]),
  ],
  designs: ({ designs }) => [
    ['ID', 'Design', 'Sold', 'Sales'],
    ...designs.map(({ id, title, sold, cents }) => [id, title, sold, dollars(cents)]),
  ],
  designers: ({ designers }) => [
    ['Designer', 'Sold', 'Sales'],
    ...designers.map(([name, { count, cents }]) => [name, count, dollars(cents)]),
  ],
  coupons: ({ coupons }) => [
    ['Coupon', 'Orders', 'Discount', 'Sales'],
    ...coupons.map(([code, { count, cents, discount }]) => [
      ...[code, count, dollars(discount), dollars(cents)],
    ]),
  ],
  countries: ({ countries }) => [
    ['Country', 'Orders', 'Sales'],
    ...countries.map(([country, { count, cents }]) => [country, count, dollars(cents)]),
  ],
  conversion: ({ totals, before }) => [
    ['Buyers', 'In this period', 'In the previous period'],
    ['Added to cart', totals.inCart, before.totals.inCart],
    ['Started checkout', totals.checkedOut, before.totals.checkedOut],
    ['Paid', totals.paid, before.totals.paid],
  ],
  commissions: ({ commissions, before }) => [
    ['Custom requests', 'In this period', 'In the previous period'],
    ...commissionRows.map((name, place) => [
      name,
      commissionCells(commissions)[place] ?? null,
      commissionCells(before.commissions)[place] ?? null,
    ]),
  ],
  searches: ({ emptySearches }) => [
    ['Words', 'Searches'],
    ...emptySearches.map(({ words, count }) => [words, count]),
  ],
};

async function* csvOf(rows: readonly Cell[][]): AsyncGenerator<string> {
  yield byteOrderMark + rows.map(csvRow).join('');
}

function dollars(cents: number): string {
  return (cents / 100).toFixed(2);
}
