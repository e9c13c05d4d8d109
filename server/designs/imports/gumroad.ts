import type { ImportChoices } from '#contract/studio/import-choices.ts';
import { inUnits, type WrittenAmount } from './amounts.ts';
import { collectDesigns, type ParsedSource, readList, type SourceRow } from './parsed-file.ts';

/**
 * Products of Gumroad. Its dashboard exports sales but no products, so a file of products is what its API
 * returns (`GET /v2/products`) written as CSV: `id, name, description` (HTML), `price` (in the currency's
 * smallest unit), `formatted_price` (`$4.50`), `currency, tags` (a list, or JSON of one), `custom_permalink,
 * short_url, preview_url, thumbnail_url, deleted`. Files that people wrote have prices in dollars (`amounts.ts`).
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
): Promise<ParsedSource> {
  const collected = collectDesigns(choices);
  for await (const { row, get } of rows) {
    const title = get('name');
    const key = get(...gumroadColumns.key);
    const { currency } = writtenGumroad(get);
    const price = priceOf(get, choices);
    const what = collected.priced('Product', price, currency);
    const reason = leftOut(key, get('deleted'));
    if (reason) {
      collected.leaveOut(title, reason, [{ row, what }]);
      continue;
    }
    collected.add(
      {
        key,
        handle: get('custom_permalink'),
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

export function writtenGumroad(get: SourceRow['get']): Required<WrittenAmount> {
  const currency = get('currency').toUpperCase() || 'USD';
  const text = get('price') || inUnits(get('price_cents'), currency, 'cents');
  return { text, currency, formatted: get('formatted_price') };
}

function priceOf(get: SourceRow['get'], { amounts }: ImportChoices): string {
  const { text, currency, formatted } = writtenGumroad(get);
  // A price that buyers may raise ends with a plus.
  if (/^\$[\d.,]+\+?$/.test(formatted) && currency === 'USD') return formatted.replace('+', '');
  return inUnits(text, currency, amounts);
}

function tagsOf(cell: string): string[] {
  return readList(cell.replace(/^\[|\]$|"/g, ''));
}
