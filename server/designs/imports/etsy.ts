import { unescapeHtml } from '#contract/shop/description-html.ts';
import type { ImportChoices } from '#contract/studio/import-choices.ts';
import { looksRewritten } from '../spreadsheet-text.ts';
import { inUnits, type WrittenAmount } from './amounts.ts';
import { collectDesigns, type ParsedSource, readList, type SourceRow } from './parsed-file.ts';
import { plainParagraphs } from './plain-text.ts';

/**
 * A listings download of Etsy (Shop Manager, Settings, Options, Download Data): `TITLE, DESCRIPTION, PRICE,
 * CURRENCY_CODE, QUANTITY, TAGS, MATERIALS, IMAGE1 … IMAGE10, VARIATION 1 TYPE …, SKU`. Each row is a
 * listing: PRICE is its lowest, SKU has one for each variation, DESCRIPTION is plain text, and everything is
 * HTML-escaped. The download has neither a listing id nor the shop's section; tools that export through Etsy's
 * API add LISTING_ID and SECTION. A listing with neither id nor SKU is identified by its title.
 */
export const etsyColumns = { needed: ['title', 'description', 'price', 'currency_code'] } as const;

const pictureColumns = Array.from({ length: 20 }, (_, place) => `image${place + 1}`);

/** Files in other languages have fewer. */
const oldPictures = 10;
const ownOrder = [
  ...['title', 'description', 'price', 'currency_code', 'quantity', 'tags', 'materials'],
  ...pictureColumns.slice(0, oldPictures),
];

/** In a download in another language all column names but CURRENCY_CODE and SKU are translated, in the same order. */
export function inEnglish(header: readonly string[]): readonly string[] {
  const isForeign = header[3] === 'CURRENCY_CODE' && !header.includes('TITLE');
  return isForeign ? header.map((name, place) => ownOrder[place] ?? name) : header;
}

export async function readEtsy(
  rows: AsyncIterable<SourceRow>,
  choices: ImportChoices,
): Promise<ParsedSource> {
  const collected = collectDesigns(choices);
  // A copied listing keeps its SKU, which identifies the first title that has it.
  const owners = new Map<string, string>();
  for await (const { row, get } of rows) {
    const title = unescapeHtml(get('title'));
    const { text, currency } = writtenEtsy(get);
    const price = inUnits(text, currency, choices.amounts);
    const what = collected.priced('Listing', price, currency);
    const cell = get('sku');
    const isRewritten = looksRewritten(cell);
    // A comma can be a number's decimal sign.
    const [sku = ''] = isRewritten ? [cell] : readList(cell);
    const listing = get('listing_id', 'listing id');
    const owner = owners.get(sku) ?? title;
    owners.set(sku, owner);
    const bySku = sku !== '' && owner === title && !isRewritten;
    collected.add(
      {
        key: listing ? `listing ${listing}` : bySku ? `sku ${sku}` : `title ${title}`,
        title,
        description: plainParagraphs(unescapeHtml(get('description'))),
        vendor: '',
        type: get('section', 'section_title', 'shop_section'),
        tags: readList(unescapeHtml(get('tags'))).map((tag) => tag.replaceAll('_', ' ')),
        sku,
        price,
        currency,
        fullPrice: '',
        options: null,
        pictures: pictureColumns
          .map((column) => ({ address: get(column), row }))
          .filter(({ address }) => address !== ''),
      },
      [{ row, what }],
    );
  }
  return collected.end();
}

export function writtenEtsy(get: SourceRow['get']): WrittenAmount {
  return { text: get('price'), currency: get('currency_code').toUpperCase() || 'no currency' };
}
