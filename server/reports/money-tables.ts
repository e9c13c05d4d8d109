import type { Selectable } from 'kysely';
import { dayIn } from '#contract/wire/day-in.ts';
import type { Tables } from '../platform/database/tables.ts';
import { bookedMonths, monthFigures, paidOrders, refundsOfPaid } from './books.ts';
import { type Cell, dollars, pageRows, type Table } from './export-table.ts';

/** Each payment and refund. By the order, since a page has the refunds of its orders; a spreadsheet sorts them by day. */
export const payments: Table = {
  columns: ['Day', 'Kind', 'Number', 'Order', 'Amount', 'Fee', 'Net'],
  async page(read, after, _, timeZone) {
    const orders = await paidOrders(read)
      .selectAll()
      .where('orders.id', '>', after)
      .orderBy('orders.id')
      .limit(pageRows)
      .execute();
    const ids = orders.map(({ id }) => id);
    const refunds = await refundsOfPaid(read)
      .select(['orderId', 'amount', 'creditNoteNumber', 'refunds.createdAt'])
      .where('orderId', 'in', ids)
      .orderBy('refunds.createdAt')
      .execute();
    const refundsOf = Map.groupBy(refunds, ({ orderId }) => orderId);
    const day = (at: string | null) => at && dayIn(timeZone, at);
    const rows = orders.flatMap((order): Cell[][] => {
      const { orderNumber, fee } = order;
      const paid = order.capturedAmount ?? 0;
      const kept = fee ?? (order.providerCaptureId === null ? 0 : null);
      const net = kept === null ? unknown : signed(paid - kept);
      return [
        [
          ...[day(order.paidAt), 'Order', order.receiptNumber, orderNumber],
          ...[dollars(paid), feeOf(order), net],
        ],
        ...(refundsOf.get(order.id) ?? []).map(({ createdAt, creditNoteNumber, amount }) => [
          ...[day(createdAt), 'Refund', creditNoteNumber, orderNumber],
          ...[signed(-amount), dollars(0), signed(-amount)],
        ]),
      ];
    });
    return { rows, last: ids.at(-1) ?? null };
  },
};

/** What the payments and refunds of each month come to. */
export const months: Table = {
  columns: [
    ...['Month', 'Orders', 'Paid', 'Refunds', 'Refunded', 'Fees', 'Orders without a known fee'],
    'Net of known fees',
  ],
  async page(read, after, _, timeZone) {
    // A single page has them all.
    if (after !== '') return { rows: [], last: null };
    const rows: Cell[][] = [];
    for (const month of await bookedMonths(read, timeZone)) {
      const { orders, paid, refunds, refunded, fees, unknownFees } = await monthFigures(
        read,
        month,
      );
      rows.push([
        ...[month.month, orders, dollars(paid), refunds, dollars(refunded)],
        ...[orders > 0 && unknownFees === orders ? unknown : dollars(fees), unknownFees],
        signed(paid - refunded - fees),
      ]);
    }
    return { rows, last: 'all' };
  },
};

/** Of a fee that the payment provider didn't say: an empty cell would be added up as nothing. */
const unknown = 'unknown';

/** What the payment provider kept. One that it didn't say is unknown, not nothing. */
export function feeOf({
  state,
  fee,
  providerCaptureId,
}: Pick<Selectable<Tables['orders']>, 'state' | 'fee' | 'providerCaptureId'>): string | null {
  if (state !== 'paid') return null;
  if (fee !== null) return dollars(fee);
  return providerCaptureId === null ? dollars(0) : unknown;
}

/** A number below zero, since a text that begins with a minus gets an apostrophe against formulas. */
function signed(cents: number): Cell {
  return cents < 0 ? cents / 100 : dollars(cents);
}
