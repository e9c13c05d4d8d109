import { createHash } from 'node:crypto';
import type { DesignStatus } from '#contract/studio/designs.ts';
import type { ImportSource } from '#contract/studio/imports.ts';
import type { Reader } from '../../platform/database/open.ts';
import type { SourceDesign } from './parsed-file.ts';

export type Decision =
  | { readonly kind: 'create' }
  | { readonly kind: 'update'; readonly productId: string }
  | { readonly kind: 'skip'; readonly reason: string };

/**
 * Decides what to do with each of some designs of a file, by the current catalogue. An import only creates drafts,
 * and changes only drafts that nobody edited since an import wrote them, so that it never overwrites what buyers
 * see or somebody edited.
 */
export async function decide(
  reader: Reader,
  source: ImportSource,
  designs: readonly SourceDesign[],
): Promise<Decision[]> {
  if (designs.length === 0) return [];
  const known = await reader
    .selectFrom('importedProducts')
    .innerJoin('products', 'products.id', 'importedProducts.productId')
    .select([
      'key',
      'productId',
      'contentHash',
      'importedProducts.version as leftVersion',
      'products.version',
      'products.status',
    ])
    .where('source', '=', source)
    .where(
      'key',
      'in',
      designs.map(({ key }) => key),
    )
    .execute();
  const owners = await reader
    .selectFrom('products')
    .select(['id', 'title', 'sku'])
    .where(
      'sku',
      'in',
      designs.map((design) => skuOf(source, design)),
    )
    .execute();
  const byKey = new Map(known.map((product) => [product.key, product]));
  const bySku = new Map(owners.map((owner) => [owner.sku, owner]));
  return designs.map((design) => {
    const sku = skuOf(source, design);
    return decideOne(design, byKey.get(design.key), bySku.get(sku));
  });
}

/** A design that an earlier import brought: as that import left it, and as it is now. */
interface KnownDesign {
  readonly productId: string;
  readonly contentHash: string;
  readonly leftVersion: number;
  readonly version: number;
  readonly status: DesignStatus;
}

function decideOne(
  design: SourceDesign,
  known: KnownDesign | undefined,
  owner: { readonly id: string; readonly title: string; readonly sku: string } | undefined,
): Decision {
  if (known?.contentHash === contentHash(design)) return skip('Unchanged since its last import.');
  if (known && known.status !== 'draft') {
    return skip(`It is ${known.status} here, so change it in the studio.`);
  }
  if (known && known.version !== known.leftVersion) {
    return skip('Its draft was edited in the studio after its last import.');
  }
  if (owner && owner.id !== known?.productId) {
    return skip(`Its SKU ${owner.sku} is already used by “${owner.title}”.`);
  }
  return known ? { kind: 'update', productId: known.productId } : { kind: 'create' };
}

function skip(reason: string): Decision {
  return { kind: 'skip', reason };
}

/** The SKU a design gets: its own, or one derived from its key. */
export function skuOf(source: ImportSource, { sku, key }: SourceDesign): string {
  return sku ?? `${source}-${sha256(key).slice(0, 12)}`.toUpperCase();
}

/** A hash of everything a file says about a design; the rows it came from don't matter. */
export function contentHash({ pictures, ...design }: SourceDesign): string {
  return sha256(JSON.stringify([design, pictures.map(({ address }) => address)]));
}

function sha256(text: string): string {
  return createHash('sha256').update(text).digest('hex');
}
