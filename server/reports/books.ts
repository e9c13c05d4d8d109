import { sql } from 'kysely';
import { dayIn } from '#contract/wire/day-in.ts';
import type { Reader } from '../platform/database/open.ts';
import { dayStart } from '../platform/day-start.ts';

/** A month of the shop, such as `2026-11`. `endsAt` is the first instant after it. */
interface Month {
  readonly month: string;
  readonly startsAt: string;
  readonly endsAt: string;
}

/** What a month's payments and refunds come to, in cents: each on its own day, whenever the order was made. */
interface MonthFigures {
  readonly month: string;
  readonly orders: number;
  readonly paid: number;
  readonly refunds: number;
  readonly refunded: number;
  readonly fees: number;
  /** How many of the orders' fees the payment provider didn't say. */
  readonly unknownFees: number;
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

/** The months from the first payment to the last payment or refund, oldest first. */
export async function bookedMonths(reader: Reader, timeZone: string): Promise<Month[]> {
  const { first, last } = await paidOrders(reader)
    .select(({ fn }) => [fn.min('paidAt').as('first'), fn.max('paidAt').as('last')])
    .executeTakeFirstOrThrow();
  if (first === null || last === null) return [];
  const { back } = await refundsOfPaid(reader)
    .select(({ fn }) => fn.max('refunds.createdAt').as('back'))
    .executeTakeFirstOrThrow();
  const end = monthIn(timeZone, back !== null && back > last ? back : last);
  const months: Month[] = [];
  for (let month = monthIn(timeZone, first); ; month = month.add({ months: 1 })) {
    months.push({
      month: String(month),
      startsAt: startOf(month, timeZone),
      endsAt: startOf(month.add({ months: 1 }), timeZone),
    });
    if (Temporal.PlainYearMonth.compare(month, end) >= 0) return months;
  }
}

export async function monthFigures(
  reader: Reader,
  { month, startsAt, endsAt }: Month,
): Promise<MonthFigures> {
  const { orders, paid, fees, unknownFees } = await paidOrders(reader)
    .select(({ fn }) => [
      fn.countAll<number>().as('orders'),
      fn.sum<number | null>('capturedAmount').as('paid'),
      fn.sum<number | null>('fee').as('fees'),
      sql<number | null>`sum(case when orders.fee is null and orders."providerCaptureId" is not null
        then 1 else 0 end)`.as('unknownFees'),
    ])
    .where('paidAt', '>=', startsAt)
    .where('paidAt', '<', endsAt)
    .executeTakeFirstOrThrow();
  const { refunds, refunded } = await refundsOfPaid(reader)
    .select(({ fn }) => [
      fn.countAll<number>().as('refunds'),
      fn.sum<number | null>('refunds.amount').as('refunded'),
    ])
    .where('refunds.createdAt', '>=', startsAt)
    .where('refunds.createdAt', '<', endsAt)
    .executeTakeFirstOrThrow();
  return {
    month,
    orders,
    paid: paid ?? 0,
    refunds,
    refunded: refunded ?? 0,
    fees: fees ?? 0,
    unknownFees: unknownFees ?? 0,
  };
}

function monthIn(timeZone: string, at: string): Temporal.PlainYearMonth {
  return Temporal.PlainYearMonth.from(dayIn(timeZone, at).slice(0, 7));
}

function startOf(month: Temporal.PlainYearMonth, timeZone: string): string {
  return dayStart(month.toPlainDate({ day: 1 }), timeZone);
}
