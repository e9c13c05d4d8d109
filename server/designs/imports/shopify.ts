import { setImmediate as yieldToEventLoop } from 'node:timers/promises';
import {
  type ImportChoices,
  unnamedCurrency,
  type VariantChoice,
} from '#contract/studio/import-choices.ts';
import { parseHundredths } from '#contract/wire/parse-hundredths.ts';
import { inUnits, type WrittenAmount } from './amounts.ts';
import {
  collectDesigns,
  type ParsedSource,
  readList,
  type SourceLine,
  type SourcePicture,
  type SourceRow,
} from './parsed-file.ts';

/**
 * A product export of Shopify (Help Center, “Using CSV files to import and export products”), with the column
 * names of the older export or of the 2024 template. A product has as many rows as variants or pictures,
 * whichever is more; they share the handle, which identifies it, and only the first has title and
 * description:
 *
 * | here | older | newer |
 * |---|---|---|
 * | key | Handle | URL handle |
 * | title | Title | Title |
 * | description | Body (HTML) | Description |
 * | vendor | Vendor | Vendor |
 * | type | Type; else the end of Product Category | Type; else the end of Product category |
 * | tags | Tags, and Collection where there is one | the same |
 * | sku | Variant SKU | SKU |
 * | price | Variant Price | Price |
 * | full price | Variant Compare At Price | Compare-at price |
 * | pictures | Image Src, in the order of Image Position | Product image URL, Image position |
 *
 * Some older exports call the type Custom Product Type and the category Standardized Product Type. Amounts
 * are in the shop's own currency, which the file doesn't name.
 */
export const shopifyColumns = {
  key: ['handle', 'url handle'],
  price: ['variant price', 'price'],
  needed: ['title'],
} as const;

/** Products read before other work runs. */
const productsAtOnce = 100;

type Collected = ReturnType<typeof collectDesigns>;

interface Row extends SourceLine {
  readonly title: string;
  readonly description: string;
  readonly vendor: string;
  readonly type: string;
  readonly tags: string;
  readonly collection: string;
  readonly sku: string;
  readonly price: string;
  readonly fullPrice: string;
  readonly address: string;
  readonly position: number;
  /** The names of its three options, only in a product's first row, and their values. */
  readonly optionNames: readonly string[];
  readonly options: readonly string[];
  readonly isGiftCard: boolean;
}

export async function readShopify(
  rows: AsyncIterable<SourceRow>,
  choices: ImportChoices,
): Promise<ParsedSource> {
  const collected = collectDesigns(choices);
  const products = new Map<string, [Row, ...Row[]]>();
  for await (const source of rows) {
    const row = readRow(source, collected, choices);
    const handle = source.get(...shopifyColumns.key);
    const known = products.get(handle);
    if (handle === '') collected.leaveOut(row.title, 'It has no handle.', [row]);
    else if (known) known.push(row);
    else products.set(handle, [row]);
  }
  for (const [handle, own] of products) {
    addProduct(collected, handle, own, choices.variant);
    products.delete(handle);
    if (products.size % productsAtOnce === 0) await yieldToEventLoop();
  }
  return collected.end();
}

export function writtenShopify(get: SourceRow['get']): WrittenAmount {
  return { text: get(...shopifyColumns.price), currency: unnamedCurrency };
}

function readRow(
  { row, get }: SourceRow,
  { priced }: Pick<Collected, 'priced'>,
  { amounts }: ImportChoices,
): Row {
  const amountOfText = (text: string) => inUnits(text, unnamedCurrency, amounts);
  const price = amountOfText(writtenShopify(get).text);
  const title = get('title');
  const address = get('image src', 'product image url');
  const options = [1, 2, 3].map((place) => get(`option${place} value`));
  return {
    row,
    title,
    description: get('body (html)', 'description'),
    vendor: get('vendor'),
    type:
      get('type', 'custom product type') ||
      lastOf(get('product category', 'standardized product type')),
    tags: get('tags'),
    collection: get('collection'),
    // Shopify writes 12 as '12, so that spreadsheets read it as text.
    sku: get('variant sku', 'sku').replace(/^'(?=\d)/, ''),
    price,
    fullPrice: amountOfText(get('variant compare at price', 'compare-at price')),
    address,
    position: Number(get('image position')) || Number.MAX_SAFE_INTEGER,
    optionNames: [1, 2, 3].map((place) => get(`option${place} name`)),
    options,
    isGiftCard: /^true$/i.test(get('gift card')),
    what:
      price === ''
        ? unpriced(title, address)
        : priced(variantName(options), price, unnamedCurrency),
  };
}

/** What a row without a price is; only a product's first row has its title. */
function unpriced(title: string, address: string): string {
  if (title !== '') return 'Design';
  return address === '' ? 'More details' : 'Picture';
}

/** The last part of a category path, such as `Arts & Entertainment > Crafts > Patterns`. */
function lastOf(category: string): string {
  return category.split('>').at(-1)?.trim() ?? '';
}

function variantName(options: readonly string[]): string {
  const name = options.filter(Boolean).join(' / ');
  // Shopify's name for the only variant of a product without variants.
  return name === '' || name === 'Default Title' ? 'Design' : `Variant ${name}`;
}

function addProduct(
  collected: Collected,
  handle: string,
  own: readonly [Row, ...Row[]],
  by: VariantChoice,
): void {
  const [first] = own;
  const head = own.find(({ title }) => title !== '') ?? first;
  const variants = own.filter(({ price }) => price !== '');
  const sold = variants[0] ?? first;
  if (own.some(({ isGiftCard }) => isGiftCard)) {
    collected.leaveOut(head.title || handle, 'It is a gift card, not a design.', own);
    return;
  }
  const hasPrices = variants.some(({ price }) => !isSamePrice(price, sold.price));
  const counted = hasPrices ? chosenVariant(variants, head, by) : sold;
  const [begin, ...more] = own.map((row) => ({ ...row, ...leftOut(row, counted) }));
  if (!begin) return;
  const isOther = begin.price !== '' && !isSamePrice(begin.price, counted.price);
  const pricedAs = isOther ? `; priced as ${counted.what}` : '';
  collected.add(
    {
      key: handle,
      handle,
      title: head.title,
      description: head.description,
      vendor: head.vendor,
      type: head.type,
      tags: [head.collection, ...readList(head.tags)].filter(Boolean),
      sku: sold.sku,
      price: counted.price,
      currency: unnamedCurrency,
      fullPrice: counted.fullPrice,
      pictures: picturesOf(own),
      options: hasPrices ? variants.flatMap((row) => optionsOf(row, head)) : null,
    },
    [{ ...begin, what: begin.what + pricedAs }, ...more],
  );
}

/** An amount by itself, to compare variants; NaN if it can't be read. */
function amountOf(price: string): number {
  return parseHundredths(price, '') ?? Number.NaN;
}

function isSamePrice(one: string, other: string): boolean {
  return one === other || amountOf(one) === amountOf(other);
}

/** The variant whose price counts; the first one where no variant has the chosen option. */
function chosenVariant(variants: readonly Row[], head: Row, by: VariantChoice): Row {
  const [first = head] = variants;
  if (by.by === 'first') return first;
  if (by.by === 'option') {
    const isIt = (row: Row) =>
      optionsOf(row, head).some(([name, value]) => name === by.name && value === by.value);
    return variants.find(isIt) ?? first;
  }
  const sign = by.by === 'cheapest' ? 1 : -1;
  const readable = variants.filter(({ price }) => !Number.isNaN(amountOf(price)));
  return readable.reduce(
    (best, row) => ((amountOf(row.price) - amountOf(best.price)) * sign < 0 ? row : best),
    readable[0] ?? first,
  );
}

/** The options of a variant as name and value. */
function optionsOf(row: Row, head: Row): (readonly [string, string])[] {
  return row.options.flatMap((value, place) =>
    value === '' ? [] : [[head.optionNames[place] || `Option ${place + 1}`, value] as const],
  );
}

/** Leaves out a variant with another price, because a design has only one. */
function leftOut(row: Row, counted: Row): Pick<SourceLine, 'reason'> {
  if (row.price === '' || isSamePrice(row.price, counted.price)) return {};
  return { reason: 'A design has one price, so this variant with another price is skipped.' };
}

function picturesOf(own: readonly Row[]): SourcePicture[] {
  return own
    .filter(({ address }) => address !== '')
    .sort((a, b) => a.position - b.position)
    .map(({ address, row }) => ({ address, row }));
}
