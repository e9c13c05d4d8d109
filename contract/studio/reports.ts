import * as v from 'valibot';
import { idSchema } from '../wire/fields.ts';
import { isRealDay } from '../wire/real-day.ts';
import { fileAnswerSchema, type StudioCalls } from './call.ts';

/** The shop's figures for a range of days, on the wire of the studio. */

/** How many designs, countries and searches a report lists by name; a CSV has all of them. */
export const namedRows = 10;

/** The longest range, in days. */
export const longestRange = 366;

/** `year`: from 1 January. `own`: from `from` to `until`. */
export const ranges = ['7', '30', '90', 'year', 'own'] as const;
export type Range = (typeof ranges)[number];

const wrongDays = `Choose two days, the earlier one first, at most ${longestRange} days apart.`;

/** A day in the shop's time zone, such as `2026-11-22`. */
const daySchema = v.pipe(v.string(), v.isoDate(wrongDays), v.check(isRealDay, wrongDays));

const rangeQuery = v.pipe(
  v.object({
    range: v.optional(v.picklist(ranges), '30'),
    from: v.optional(daySchema),
    until: v.optional(daySchema),
  }),
  v.check(({ range, from, until }) => range !== 'own' || areDays(from, until), wrongDays),
);
export type RangeQuery = v.InferOutput<typeof rangeQuery>;

/** Dollars on the wire. A sum has no upper limit. */
const sumSchema = v.pipe(v.number(), v.minValue(0));

/** `net`: payments minus their refunds so far. An order that was refunded completely isn't counted. */
const salesEntries = { orders: v.number(), net: sumSchema };
const soldEntries = { sold: v.number(), net: sumSchema };

/** `net` belongs to the day of the payment, `refunded` to the day of the refund. */
const reportDaySchema = v.object({
  day: daySchema,
  ...salesEntries,
  refunded: sumSchema,
  downloads: v.number(),
});
export type ReportDay = v.InferOutput<typeof reportDaySchema>;

const totalsSchema = v.object({
  ...salesEntries,
  sold: v.number(),
  refunds: v.number(),
  refunded: sumSchema,
  downloads: v.number(),
  /** Buyers with something in the cart, those of them who began to check out, and those who paid. */
  inCart: v.number(),
  checkedOut: v.number(),
  paid: v.number(),
});
export type ReportTotals = v.InferOutput<typeof totalsSchema>;

const daysSchema = v.nullable(v.pipe(v.number(), v.minValue(0)));

/** Of custom requests. Days: from the payment to the first delivery in the period; null: there was none. */
const commissionFiguresSchema = v.object({
  quoted: v.number(),
  accepted: v.number(),
  delivered: v.number(),
  medianDays: daysSchema,
  longestDays: daysSchema,
  refunded: v.number(),
});
export type CommissionFigures = v.InferOutput<typeof commissionFiguresSchema>;

const reportSchema = v.object({
  timeZone: v.string(),
  from: daySchema,
  until: daySchema,
  days: v.array(reportDaySchema),
  totals: totalsSchema,
  /** The same number of days before. */
  before: v.object({
    from: daySchema,
    until: daySchema,
    days: v.array(reportDaySchema),
    totals: totalsSchema,
    commissions: v.optional(commissionFiguresSchema),
  }),
  /** Missing from a server of the version before. */
  commissions: v.optional(commissionFiguresSchema),
  designs: v.array(
    v.object({
      id: idSchema,
      title: v.string(),
      imageUrl: v.nullable(v.string()),
      ...soldEntries,
    }),
  ),
  otherDesigns: v.object({ count: v.number(), ...soldEntries }),
  /** A design's sales are split evenly among its designers. */
  designers: v.array(v.object({ name: v.string(), ...soldEntries })),
  coupons: v.array(v.object({ code: v.string(), ...salesEntries, discount: sumSchema })),
  /** By the country given at checkout; empty: none. */
  countries: v.array(v.object({ country: v.string(), ...salesEntries })),
  /** Words that the shop's server was asked for and found nothing, the most frequent first. */
  emptySearches: v.array(v.object({ words: v.string(), count: v.number() })),
});
export type Report = v.InferOutput<typeof reportSchema>;

export const reportTables = [
  'days',
  'designs',
  'designers',
  'coupons',
  'countries',
  'conversion',
  'commissions',
  'searches',
] as const;
export type ReportTable = (typeof reportTables)[number];

export const reportCalls = {
  report: {
    method: 'GET',
    path: '/api/studio/report',
    access: 'studio',
    summary: 'Sales and what led to them in a range of days, and in the range before',
    query: rangeQuery,
    answer: reportSchema,
  },
  reportTable: {
    method: 'GET',
    path: '/api/studio/report/{table}',
    access: 'owner',
    summary: 'One table of the report, with all its rows, as CSV',
    params: v.object({ table: v.picklist(reportTables) }),
    query: rangeQuery,
    answer: fileAnswerSchema,
  },
} as const satisfies StudioCalls;

function areDays(from: string | undefined, until: string | undefined): boolean {
  const length = (Date.parse(until ?? '') - Date.parse(from ?? '')) / 86_400_000 + 1;
  return length >= 1 && length <= longestRange;
}
