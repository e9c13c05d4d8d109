import { parseCents } from '#contract/wire/parse-amount.ts';
import {
  type DesignRow,
  gather,
  priced,
  type Reading,
  readList,
  type SourcePicture,
  type SourceRow,
} from './reading.ts';

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
 * | tags | Tags | Tags |
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

interface Row extends DesignRow {
  readonly title: string;
  readonly description: string;
  readonly vendor: string;
  readonly type: string;
  readonly tags: string;
  readonly sku: string;
  readonly price: string;
  readonly fullPrice: string;
  readonly address: string;
  readonly position: number;
  readonly isGiftCard: boolean;
}

export async function readShopify(rows: AsyncIterable<SourceRow>): Promise<Reading> {
  const gathered = gather();
  const products = new Map<string, [Row, ...Row[]]>();
  for await (const source of rows) {
    const row = readRow(source);
    const handle = source.get(...shopifyColumns.key);
    const known = products.get(handle);
    if (handle === '') gathered.leaveOut(row.title, 'It has no handle.', [row]);
    else if (known) known.push(row);
    else products.set(handle, [row]);
  }
  for (const [handle, own] of products) addProduct(gathered, handle, own);
  return gathered.end();
}

function readRow({ row, get }: SourceRow): Row {
  const price = get(...shopifyColumns.price);
  const address = get('image src', 'product image url');
  return {
    row,
    title: get('title'),
    description: get('body (html)', 'description'),
    vendor: get('vendor'),
    type:
      get('type', 'custom product type') ||
      lastOf(get('product category', 'standardized product type')),
    tags: get('tags'),
    // Shopify writes 12 as '12, so that spreadsheets read it as text.
    sku: get('variant sku', 'sku').replace(/^'(?=\d)/, ''),
    price,
    fullPrice: get('variant compare at price', 'compare-at price'),
    address,
    position: Number(get('image position')) || Number.MAX_SAFE_INTEGER,
    isGiftCard: /^true$/i.test(get('gift card')),
    what: price === '' ? (address === '' ? 'More of it' : 'Picture') : variantName(get, price),
  };
}

/** The last part of a category path, such as `Arts & Entertainment > Crafts > Patterns`. */
function lastOf(category: string): string {
  return category.split('>').at(-1)?.trim() ?? '';
}

function variantName(get: SourceRow['get'], price: string): string {
  const options = [1, 2, 3].map((place) => get(`option${place} value`)).filter(Boolean);
  const name = options.join(' / ');
  // Shopify's name for the only variant of a product without variants.
  return priced(name === '' || name === 'Default Title' ? 'Design' : `Variant ${name}`, price);
}

function addProduct(
  gathered: ReturnType<typeof gather>,
  handle: string,
  own: readonly [Row, ...Row[]],
): void {
  const [first] = own;
  const head = own.find(({ title }) => title !== '') ?? first;
  const sold = own.find(({ price }) => price !== '') ?? first;
  if (own.some(({ isGiftCard }) => isGiftCard)) {
    gathered.leaveOut(head.title || handle, 'It is a gift card, not a design.', own);
    return;
  }
  const [begin, ...more] = own.map((row) => ({ ...row, ...leftOut(row, sold) }));
  if (!begin) return;
  gathered.add(
    {
      key: handle,
      title: head.title,
      description: head.description,
      vendor: head.vendor,
      type: head.type,
      tags: readList(head.tags),
      sku: sold.sku,
      price: sold.price,
      fullPrice: sold.fullPrice,
      pictures: picturesOf(own),
    },
    [begin, ...more],
  );
}

/** Leaves out a variant with another price, because a design has only one. */
function leftOut(row: Row, sold: Row): Pick<DesignRow, 'reason'> {
  if (row.price === '' || parseCents(row.price) === parseCents(sold.price)) return {};
  return { reason: 'A design has one price, so this variant with another price is skipped.' };
}

function picturesOf(own: readonly Row[]): SourcePicture[] {
  return own
    .filter(({ address }) => address !== '')
    .sort((a, b) => a.position - b.position)
    .map(({ address, row }) => ({ address, row }));
}
