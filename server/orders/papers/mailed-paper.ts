import { onLetter, type PaperSize } from '#contract/shop/paper.ts';
import type { Services } from '../../platform/services/services.ts';
import { readOrderRow } from '../payments/order-state.ts';
import { drawPaper, paperFileName } from './draw-paper.ts';
import { readPaper } from './read-paper.ts';

/** The receipt of an order, or the credit note of a refund, by its id. Null if it has no number yet. */
export async function mailedPaper(
  { database: { read }, env }: Pick<Services, 'database' | 'env'>,
  paperOf: string,
): Promise<{ readonly name: string; readonly bytes: Uint8Array } | null> {
  const refund = await read
    .selectFrom('refunds')
    .select(['orderId', 'creditNoteNumber'])
    .where('id', '=', paperOf)
    .executeTakeFirst();
  const orderId = refund?.orderId ?? paperOf;
  const order = await readOrderRow(read, orderId);
  const number = refund ? refund.creditNoteNumber : order?.receiptNumber;
  if (!order || !number) return null;
  const size = sizeIn(order.customerCountry);
  const paper = await readPaper(read, env, { orderId, number, size });
  return paper && { name: paperFileName(paper), bytes: await drawPaper(paper) };
}

const countries = new Intl.DisplayNames('en', { type: 'region' });
const namesOnLetter = new Set([...onLetter].map((code) => countries.of(code)));

/** The size that is printed in a country, as checkout names it. */
function sizeIn(country: string): PaperSize {
  return namesOnLetter.has(country) ? 'letter' : 'a4';
}
