import { onLetter, type PaperSize } from '#contract/shop/paper.ts';
import type { Reader } from '../../platform/database/open.ts';
import type { Services } from '../../platform/services/services.ts';
import { readOrderRow } from '../payments/order-state.ts';
import { drawPaper, paperFileName } from './draw-paper.ts';
import type { Paper } from './paper.ts';
import { readPaper } from './read-paper.ts';

/** Draws the paper of a mail; null if it has none yet. */
export async function mailedPaper(
  { database: { read }, env }: Pick<Services, 'database' | 'env'>,
  paperOf: string,
): Promise<{ readonly name: string; readonly bytes: Uint8Array } | null> {
  const paper = await paperToMail(read, env, paperOf);
  return paper && { name: paperFileName(paper), bytes: await drawPaper(paper) };
}

/**
 * The receipt of an order or the credit note of a refund, by its id, or as it was kept when its buyer's account was
 * deleted. Null if it has no number yet.
 */
export async function paperToMail(
  reader: Reader,
  env: Services['env'],
  paperOf: string,
): Promise<Paper | null> {
  if (paperOf.startsWith('{')) return JSON.parse(paperOf) as Paper;
  const refund = await reader
    .selectFrom('refunds')
    .select(['orderId', 'creditNoteNumber'])
    .where('id', '=', paperOf)
    .executeTakeFirst();
  const orderId = refund?.orderId ?? paperOf;
  const order = await readOrderRow(reader, orderId);
  const number = refund ? refund.creditNoteNumber : order?.receiptNumber;
  if (!order || !number) return null;
  const size = sizeIn(order.customerCountry);
  return readPaper(reader, env, { orderId, number, size });
}

const countries = new Intl.DisplayNames('en', { type: 'region' });
const namesOnLetter = new Set([...onLetter].map((code) => countries.of(code)));

/** The size that is printed in a country, as checkout names it. */
function sizeIn(country: string): PaperSize {
  return namesOnLetter.has(country) ? 'letter' : 'a4';
}
