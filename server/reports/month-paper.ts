import { sql } from 'kysely';
import { dayInWords } from '#contract/shop/day-in-words.ts';
import type { PaperSize } from '#contract/shop/paper.ts';
import { counted } from '#contract/wire/counted.ts';
import { dayIn } from '#contract/wire/day-in.ts';
import { formatCents } from '#contract/wire/money.ts';
import type { Paper } from '../orders/papers/paper.ts';
import { sellerLines } from '../orders/papers/read-paper.ts';
import type { Reader } from '../platform/database/open.ts';
import type { EntryKind } from '../platform/database/tables.ts';
import { entriesOfMonth, type Month, monthFigures, netOf } from './books.ts';

/** The overview of a month: what its entries come to, and the numbers of its receipts and credit notes. */
export async function monthPaper(
  reader: Reader,
  month: Month,
  { size, timeZone }: { readonly size: PaperSize; readonly timeZone: string },
): Promise<Paper> {
  const figures = await monthFigures(reader, month);
  const { orders, paid, refunds, refunded, fees, unknownFees, corrections, corrected } = figures;
  const numbers = await numberRanges(reader, month);
  const { closed, endsAt } = month;
  const row = (name: string, detail: string, count: number, cents: number) => ({
    name,
    detail,
    cells: [String(count), formatCents(cents)],
  });
  return {
    kind: 'Overview',
    number: month.month,
    size,
    at: closed?.at ?? endsAt,
    seller: closed?.seller ?? (await sellerLines(reader, endsAt)),
    buyer: [],
    facts: [
      closed
        ? ['Closed', dayInWords(dayIn(closed.timeZone, closed.at))]
        : ['Not closed', 'figures can change'],
      ['Time zone', closed?.timeZone ?? timeZone],
      ...(month.isTrial ? [['Trying out', 'no money moves'] as const] : []),
    ],
    columns: ['', 'Count', 'Amount'],
    rows: [
      row('Sales', numbers('order'), orders, paid),
      row('Refunds', numbers('refund'), refunds, -refunded),
      ...(corrections > 0 ? [row('Corrections of closed months', '', corrections, corrected)] : []),
    ],
    sums: [
      ['Before fees', formatCents(paid - refunded + corrected)],
      ['Fees', formatCents(-fees)],
    ],
    total: ['Net', formatCents(netOf(figures))],
    note:
      unknownFees === 0
        ? 'No tax is charged.'
        : `No tax is charged. The fees of ${counted(unknownFees, 'order')} aren’t known, so they aren’t counted.`,
  };
}

/** The first and last number of each series: `R-2026-000001 to R-2026-000124`. */
async function numberRanges(reader: Reader, month: Month): Promise<(kind: EntryKind) => string> {
  const ranges = await (await entriesOfMonth(reader, month))
    .select(({ fn }) => [
      'kind',
      fn.min<string>('number').as('first'),
      fn.max<string>('number').as('last'),
    ])
    .where('number', 'is not', null)
    .groupBy(['kind', sql`rtrim(number, '0123456789')`, sql`length(number)`])
    .orderBy('first')
    .execute();
  return (kind) =>
    ranges
      .filter((each) => each.kind === kind)
      .map(({ first, last }) => (first === last ? first : `${first} to ${last}`))
      .join(', ');
}
