import type { ExpressionBuilder } from 'kysely';
import type { Database } from '../platform/database/open.ts';
import type { Tables } from '../platform/database/tables.ts';
import { hasInTitleOrSku } from '../platform/database/text-search.ts';

const shown = 12;

/** Designs that can be given, including those no longer sold, whose title or SKU has `search`. */
export async function grantableDesigns(read: Database['read'], search: string) {
  const designs = await read
    .selectFrom('products')
    .select(['id', 'title', 'sku', 'isForFabricShops'])
    .where(isGrantable)
    .where(hasInTitleOrSku(search))
    .orderBy('title')
    .limit(shown)
    .execute();
  return {
    designs: designs.map((design) => ({
      ...design,
      isForFabricShops: design.isForFabricShops === 1,
    })),
  };
}

/** Whether a design was ever published and all its files are ready. */
export function isGrantable(eb: ExpressionBuilder<Tables, 'products'>) {
  const files = eb
    .selectFrom('productFiles')
    .select('productFiles.id')
    .whereRef('productFiles.productId', '=', 'products.id');
  return eb.and([
    eb('products.status', '!=', 'draft'),
    eb.exists(files),
    eb.not(eb.exists(files.where('productFiles.sha256', 'is', null))),
  ]);
}
