import type { ImportChoices } from '#contract/studio/import-choices.ts';
import { isWholeCurrency } from '#contract/wire/parse-hundredths.ts';
import { collectDesigns, type Reading, readList, type SourceRow } from './reading.ts';

/**
 * Products of Gumroad. Its dashboard exports sales but no products, so a file of products is what its API
 * returns (`GET /v2/products`) written as CSV: `id, name, description` (HTML), `price` (in the currency's
 * smallest unit), `formatted_price` (`$4.50`), `currency, tags` (a list, or JSON of one), `custom_permalink,
 * short_url, preview_url, thumbnail_url, deleted`. A price with a decimal point or a dollar sign is read as
 * dollars.
 */
export const gumroadColumns = {
  key: ['id', 'product_id', 'custom_permalink', 'permalink', 'short_url', 'url'],
  needed: ['name', 'price'],
  /** Identifies Gumroad, because other shops' files have names and prices too. */
  own: ['custom_permalink', 'permalink', 'short_url', 'formatted_price'],
} as const;

export async function readGumroad(
  rows: AsyncIterable<SourceRow>,
  choices: ImportChoices,
): Promise<Reading> {
  const collected = collectDesigns(choices);
  for await (const { row, get } of rows) {
    const title = get('name');
    const key = get(...gumroadColumns.key);
    const currency = get('currency').toUpperCase() || 'USD';
    const price = priceOf(get, currency);
    const what = collected.priced('Product', price, currency);
    const reason = leftOut(key, get('deleted'));
    if (reason) {
      collected.leaveOut(title, reason, [{ row, what }]);
      continue;
    }
    collected.add(
      {
        key,
        title,
        description: get('description'),
        vendor: '',
        type: '',
        tags: tagsOf(get('tags')),
        sku: '',
        price,
        currency,
        fullPrice: '',
        options: null,
        pictures: [get('preview_url'), get('thumbnail_url')]
          .filter((address) => address !== '')
          .map((address) => ({ address, row })),
      },
      [{ row, what }],
    );
  }
  return collected.end();
}

function leftOut(key: string, deleted: string): string {
  if (key === '') return 'It has no id and no address.';
  return /^true$/i.test(deleted) ? 'It was deleted there.' : '';
}

function priceOf(get: SourceRow['get'], currency: string): string {
  const formatted = get('formatted_price');
  // A price that buyers may raise ends with a plus.
  if (/^\$[\d.,]+\+?$/.test(formatted) && currency === 'USD') return formatted.replace('+', '');
  const price = get('price', 'price_cents');
  if (!/^\d{1,9}$/.test(price) || isWholeCurrency(currency)) return price;
  return (Number(price) / 100).toFixed(2);
}

function tagsOf(cell: string): string[] {
  return readList(cell.replace(/^\[|\]$|"/g, ''));
}
