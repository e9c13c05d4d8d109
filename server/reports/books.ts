import { sql } from 'kysely';
import { dayIn } from '#contract/wire/day-in.ts';
import type { Reader } from '../platform/database/open.ts';
import type { EntryKind } from '../platform/database/tables.ts';
import { dayStart } from '../platform/day-start.ts';

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
  } | null;
}

/** What a month's payments and refunds come to, in cents: each on its own day, whenever the order was made. */
export interface MonthFigures {
  readonly month: string;
  readonly orders: number;
  readonly paid: number;
  readonly refunds: number;
  readonly refunded: number;
  readonly fees: number;
  /** How many of the orders' fees the payment provider didn't say. */
  readonly unknownFees: number;
  /** Corrections of closed months, and what they add. */
  readonly corrections: number;
  readonly corrected: number;
}

/** Paid orders: neither cancelled ones nor gifts. */
export function paidOrders(reader: Reader) {
  return reader
    .selectFrom('orders')
    .where('orders.state', '=', 'paid')
    .where('orders.receiptNumber', 'is not', null);
}

/** The refunds of such orders. */
export function refundsOfPaid(reader: Reader) {
  return reader
    .selectFrom('refunds')
    .innerJoin('orders', 'orders.id', 'refunds.orderId')
    .where('orders.state', '=', 'paid')
    .where('refunds.kind', '=', 'refund');
}

/** What the provider kept of an order's payment: nothing, if it took nothing. */
export const feeOfOrder = sql<number | null>`case when orders.fee is not null then orders.fee
  when orders."providerCaptureId" is null then 0 end`;

/** Which entries: of a closed month, or from `startsAt` until before `endsAt`. */
export type EntryRange = { readonly month: string } | Span;

interface Span {
  readonly startsAt: string;
  readonly endsAt: string;
}

/** Of all entries. */
export const always: Span = { startsAt: '', endsAt: '9999' };

/**
 * The entries of a range: those of closed months as they were when they were closed, and of open ones what the orders say
 * now, with the corrections.
 */
export async function entriesIn(reader: Reader, range: EntryRange) {
  const stored = reader
    .selectFrom('bookEntries')
    .leftJoin('closedMonths', 'closedMonths.month', 'bookEntries.month')
    .select(['id', 'kind', 'orderNumber', 'number', 'at', 'amount', 'fee', 'before', 'after'])
    .select(['reason', 'timeZone']);
  if ('month' in range)
    return reader.selectFrom(stored.where('bookEntries.month', '=', range.month).as('entries'));
  const { startsAt, endsAt } = range;
  const openFrom = (await lastClosed(reader))?.endsAt ?? '';
  const from = startsAt > openFrom ? startsAt : openFrom;
  const nothing = sql<number | null>`cast(null as bigint)`;
  const noText = sql<string | null>`cast(null as text)`;
  const payments = paidOrders(reader)
    .select([
      'orders.id',
      sql<EntryKind>`'order'`.as('kind'),
      'orderNumber',
      'receiptNumber as number',
      (order) => order.ref('paidAt').$notNull().as('at'),
      sql<number>`coalesce("capturedAmount", 0)`.as('amount'),
      feeOfOrder.as('fee'),
      nothing.as('before'),
      nothing.as('after'),
    ])
    .select([noText.as('reason'), noText.as('timeZone')])
    .where('paidAt', '>=', from)
    .where('paidAt', '<', endsAt);
  const refunds = refundsOfPaid(reader)
    .select([
      'refunds.id',
      sql<EntryKind>`'refund'`.as('kind'),
      'orderNumber',
      'creditNoteNumber as number',
      'refunds.createdAt as at',
      sql<number>`-refunds.amount`.as('amount'),
      sql<number | null>`cast(0 as bigint)`.as('fee'),
      nothing.as('before'),
      nothing.as('after'),
    ])
    .select([noText.as('reason'), noText.as('timeZone')])
    .where('refunds.createdAt', '>=', from)
    .where('refunds.createdAt', '<', endsAt);
  const kept = stored.where('at', '>=', startsAt).where('at', '<', endsAt);
  return reader.selectFrom(kept.unionAll(payments).unionAll(refunds).as('entries'));
}

/** The month that was closed last; undefined: none was. */
export function lastClosed(reader: Reader) {
  return reader
    .selectFrom('closedMonths')
    .selectAll()
    .orderBy('month', 'desc')
    .limit(1)
    .executeTakeFirst();
}

/** The months from the first payment to the last entry, oldest first. */
export async function bookedMonths(reader: Reader, timeZone: string): Promise<Month[]> {
  const { first, last } = await (await entriesIn(reader, always))
    .select(({ fn }) => [
      fn.min<string | null>('at').as('first'),
      fn.max<string | null>('at').as('last'),
    ])
    .executeTakeFirstOrThrow();
  if (first === null || last === null) return [];
  const closed = await reader.selectFrom('closedMonths').selectAll().orderBy('month').execute();
  const months: Month[] = [];
  let startsAt = '';
  for (const { month, endsAt, closedAt: at, actorId, timeZone: zone } of closed) {
    months.push({ month, startsAt, endsAt, closed: { at, actorId, timeZone: zone } });
    startsAt = endsAt;
  }
  const newest = closed.at(-1)?.month;
  const begin = newest
    ? Temporal.PlainYearMonth.from(newest).add({ months: 1 })
    : monthIn(timeZone, first);
  return [...months, ...openMonths(begin, monthIn(timeZone, last), timeZone, startsAt)];
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
    months.push({ month: String(month), startsAt: begins, endsAt, closed: null });
    begins = endsAt;
    month = next;
  }
  return months;
}

/** The entries of one month. */
export function entriesOfMonth(reader: Reader, { month, startsAt, endsAt, closed }: Month) {
  return entriesIn(reader, closed ? { month } : { startsAt, endsAt });
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
    unknownFees: order.unknownFees,
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
