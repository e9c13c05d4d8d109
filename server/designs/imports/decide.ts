import { createHash } from 'node:crypto';
import type { ImportSource } from '#contract/studio/imports.ts';
import type { Database, Transaction } from '../../platform/database/open.ts';
import type { SourceDesign } from './reading.ts';

type Reader = Database['read'] | Transaction;

export type Decision =
  | { readonly kind: 'create' }
  | { readonly kind: 'update'; readonly productId: string }
  | { readonly kind: 'skip'; readonly reason: string };

/**
 * What is to be done with a design of a file, by what is in the catalogue now. An import only makes
 * drafts, and changes only drafts that are still as an import left them: what buyers see, and what
 * somebody has edited, is never overwritten.
 */
export async function decide(
  reader: Reader,
  source: ImportSource,
  design: SourceDesign,
): Promise<Decision> {
  const known = await reader
    .selectFrom('importedProducts')
    .innerJoin('products', 'products.id', 'importedProducts.productId')
    .select([
      'productId',
      'contentHash',
      'importedProducts.version as leftVersion',
      'products.version',
      'products.status',
    ])
    .where('source', '=', source)
    .where('key', '=', design.key)
    .executeTakeFirst();
  if (known?.contentHash === contentHash(design)) return skip('Unchanged since its last import.');
  if (known && known.status !== 'draft') {
    return skip(`It is ${known.status} here: its changes have to be made in the studio.`);
  }
  if (known && known.version !== known.leftVersion) {
    return skip('Its draft was edited in the studio since its last import.');
  }
  const owner = await reader
    .selectFrom('products')
    .select(['id', 'title'])
    .where('sku', '=', skuOf(source, design))
    .executeTakeFirst();
  if (owner && owner.id !== known?.productId) {
    return skip(`Its SKU ${skuOf(source, design)} is that of “${owner.title}”.`);
  }
  return known ? { kind: 'update', productId: known.productId } : { kind: 'create' };
}

function skip(reason: string): Decision {
  return { kind: 'skip', reason };
}

/** The SKU a design gets: its own, or one made from what identifies it. */
export function skuOf(source: ImportSource, { sku, key }: SourceDesign): string {
  return sku ?? `${source}-${sha256(key).slice(0, 12)}`.toUpperCase();
}

/** Of all that a file says of a design, wherever in the file. */
export function contentHash({ pictures, ...design }: SourceDesign): string {
  return sha256(JSON.stringify([design, pictures.map(({ address }) => address)]));
}

function sha256(text: string): string {
  return createHash('sha256').update(text).digest('hex');
}
