import { sql } from 'kysely';
import { dayIn } from '#contract/wire/day-in.ts';
import { isLive } from '../orders/receipts/receipt-numbers.ts';
import type { Reader } from '../platform/database/open.ts';
import type { EntryKind } from '../platform/database/tables.ts';
import { dayStart } from '../platform/day-start.ts';
import type { Env } from '../platform/env.ts';
import { readTimeZone } from '../platform/settings/settings.ts';
import { always, edgeOf, entriesIn } from './book-entries.ts';

/** A month of the shop, such as `2026-11`. `endsAt` is the first instant after it. */
export interface Month {
  readonly month: string;
  readonly startsAt: string;
  readonly endsAt: string;
  /** When, by whom (a staff member's id) and in which time zone it was closed; null: it is open. */
  readonly closed: {
    readonly at: string;
    readonly actorId: string;
    readonly timeZone: string;
    /** The lines of its overview that name the seller; null: the version before closed it, which didn't keep them. */
    readonly seller: readonly string[] | null;
  } | null;
  /** It is open, in a shop that is only tried out. */
  readonly isTrial: boolean;
}

/** What a month's payments and refunds come to, in cents: each on its own day, whenever the order was made. */
export interface MonthFigures {
  readonly month: string;
  readonly orders: number;
  readonly paid: number;
  readonly refunds: number;
  readonly refunded: number;
  readonly fees: number;
  /** How many fees of orders and corrections the payment provider didn't say. */
  readonly unknownFees: number;
  /** Corrections of closed months, and what they add. */
  readonly corrections: number;
  readonly corrected: number;
}

/** The time zone of a shop's days, and whether it is only tried out. */
export interface BookSettings {
  readonly timeZone: string;
  /** Then payments that move no money count too, until it sells for real. */
  readonly isTrial: boolean;
}

export async function readBookSettings(reader: Reader, env: Env): Promise<BookSettings> {
  return { timeZone: await readTimeZone(reader, env), isTrial: !isLive(env) };
}

/** The months from the first payment to the last entry, oldest first. */
export async function bookedMonths(
  reader: Reader,
  { timeZone, isTrial }: BookSettings,
): Promise<Month[]> {
  const closed = await reader.selectFrom('closedMonths').selectAll().orderBy('month').execute();
  const months: Month[] = [];
  let startsAt = '';
  for (const { month, endsAt, closedAt: at, actorId, timeZone: zone, seller: lines } of closed) {
    const seller = lines === null ? null : (JSON.parse(lines) as string[]);
    months.push({
      ...{ month, startsAt, endsAt, isTrial: false },
      closed: { at, actorId, timeZone: zone, seller },
    });
    startsAt = endsAt;
  }
  const range = { startsAt, endsAt: always.endsAt, isTrial };
  const [first, last] = [await edgeOf(reader, range, 'asc'), await edgeOf(reader, range, 'desc')];
  if (first === undefined || last === undefined) return months;
  const newest = closed.at(-1)?.month;
  const begin = newest
    ? Temporal.PlainYearMonth.from(newest).add({ months: 1 })
    : monthIn(timeZone, first);
  const open = openMonths(begin, monthIn(timeZone, last), timeZone, startsAt);
  return [...months, ...open.map((month) => ({ ...month, isTrial }))];
}

/** The months from that of one instant to that of another, oldest first. */
export function monthsBetween(first: string, last: string, timeZone: string): Month[] {
  return openMonths(monthIn(timeZone, first), monthIn(timeZone, last), timeZone);
}

/** `startsAt`: when the first begins, if not with its day; empty: with its day. */
function openMonths(
  first: Temporal.PlainYearMonth,
  last: Temporal.PlainYearMonth,
  timeZone: string,
  startsAt = '',
): Month[] {
  const months: Month[] = [];
  let begins = startsAt || startOf(first, timeZone);
  for (let month = first; Temporal.PlainYearMonth.compare(month, last) <= 0; ) {
    const next = month.add({ months: 1 });
    const endsAt = startOf(next, timeZone);
    months.push({ month: String(month), startsAt: begins, endsAt, closed: null, isTrial: false });
    begins = endsAt;
    month = next;
  }
  return months;
}

/** The entries of one month. */
export function entriesOfMonth(reader: Reader, { month, closed, ...span }: Month) {
  return entriesIn(reader, closed ? { month } : span);
}

export async function monthFigures(reader: Reader, month: Month): Promise<MonthFigures> {
  const sums = await (await entriesOfMonth(reader, month))
    .select(({ fn }) => [
      'kind',
      fn.countAll<number>().as('count'),
      fn.sum<number | null>('amount').as('amount'),
      fn.sum<number | null>('fee').as('fees'),
      sql<number | null>`sum(case when fee is null then 1 else 0 end)`.as('unknownFees'),
    ])
    .groupBy('kind')
    .execute();
  const of = (kind: EntryKind) => {
    const { count = 0, amount, fees, unknownFees } = sums.find((each) => each.kind === kind) ?? {};
    return { count, amount: amount ?? 0, fees: fees ?? 0, unknownFees: unknownFees ?? 0 };
  };
  const [order, refund, correction] = [of('order'), of('refund'), of('correction')];
  return {
    month: month.month,
    orders: order.count,
    paid: order.amount,
    refunds: refund.count,
    refunded: -refund.amount,
    fees: order.fees + correction.fees,
    unknownFees: order.unknownFees + correction.unknownFees,
    corrections: correction.count,
    corrected: correction.amount,
  };
}

/** What is left of a month in cents, without fees that aren't known. */
export function netOf({ paid, refunded, fees, corrected }: MonthFigures): number {
  return paid + corrected - refunded - fees;
}

function monthIn(timeZone: string, at: string): Temporal.PlainYearMonth {
  return Temporal.PlainYearMonth.from(dayIn(timeZone, at).slice(0, 7));
}

function startOf(month: Temporal.PlainYearMonth, timeZone: string): string {
  return dayStart(month.toPlainDate({ day: 1 }), timeZone);
}
