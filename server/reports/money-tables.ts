import type { Selectable } from 'kysely';
import { dayIn } from '#contract/wire/day-in.ts';
import type { Tables } from '../platform/database/tables.ts';
import { nextEntries } from './book-entries.ts';
import { bookedMonths, monthFigures, netOf } from './books.ts';
import { commissionCells, commissionFigures, commissionMonths } from './commissions.ts';
import { type Cell, dollars, pageRows, type Table } from './export-table.ts';

/** Each payment, refund and correction, by time. */
export const payments: Table = {
  columns: [
    ...['Day', 'Kind', 'Number', 'Order', 'Amount', 'Fee', 'Net'],
    ...['Counted before', 'Counts now', 'Reason'],
  ],
  async page(read, after, _, { timeZone, range }) {
    const [at = '', id = ''] = after.split(' ');
    const entries = await nextEntries(read, range, { at, id, limit: pageRows });
    const rows = entries.map((entry): Cell[] => {
      const { kind, number, orderNumber, amount, fee, before, after: now, reason } = entry;
      return [
        ...[dayIn(entry.timeZone ?? timeZone, entry.at), kinds[kind], number, orderNumber],
        ...[signed(amount), fee === null ? unknown : signed(fee)],
        fee === null ? unknown : signed(amount - fee),
        ...[before === null ? null : signed(before), now === null ? null : signed(now), reason],
      ];
    });
    const last = entries.at(-1);
    return { rows, last: last ? `${last.at} ${last.id}` : null };
  },
};

const kinds = { order: 'Order', refund: 'Refund', correction: 'Correction' } as const;

/** What the payments and refunds of each month come to. */
export const months: Table = {
  columns: [
    ...['Month', 'Orders', 'Paid', 'Refunds', 'Refunded', 'Fees', 'Orders without a known fee'],
    ...['Net of known fees', 'Corrections', 'Corrected by', 'Closed'],
  ],
  async page(read, after, _, settings) {
    // A single page has them all.
    if (after !== '') return { rows: [], last: null };
    const rows: Cell[][] = [];
    for (const month of await bookedMonths(read, settings)) {
      const figures = await monthFigures(read, month);
      const { orders, paid, refunds, refunded, fees, unknownFees } = figures;
      rows.push([
        ...[month.month, orders, dollars(paid), refunds, dollars(refunded)],
        ...[orders > 0 && unknownFees === orders ? unknown : signed(fees), unknownFees],
        ...[signed(netOf(figures)), figures.corrections, signed(figures.corrected)],
        month.closed ? dayIn(month.closed.timeZone, month.closed.at) : null,
      ]);
    }
    return { rows, last: 'all' };
  },
};

/** What became of custom requests in each month. */
export const commissions: Table = {
  columns: [
    ...['Month', 'Quoted', 'Accepted', 'Delivered', 'Days to deliver, median'],
    ...['Days to deliver, longest', 'Refunded'],
  ],
  async page(read, after, _, { timeZone }) {
    if (after !== '') return { rows: [], last: null };
    const rows: Cell[][] = [];
    for (const month of await commissionMonths(read, timeZone)) {
      rows.push([month.month, ...commissionCells(await commissionFigures(read, month))]);
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
