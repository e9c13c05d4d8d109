import { imagePath } from '#contract/shop/paths.ts';
import type { DesignRow } from '#contract/studio/designs.ts';
import { toWire } from '#contract/wire/money.ts';
import type { Reader } from '../platform/database/open.ts';

/** Selects designs with the columns that the list shows, and the first picture. */
export function selectDesigns(database: Reader) {
  return database
    .selectFrom('products')
    .leftJoin('productImages as image', (join) =>
      join.on('image.id', '=', (on) =>
        on
          .selectFrom('productImages')
          .select('productImages.id')
          .whereRef('productImages.productId', '=', 'products.id')
          .orderBy('productImages.position')
          .limit(1),
      ),
    )
    .leftJoin('plannedPublications as plan', 'plan.productId', 'products.id')
    .select([
      'products.id',
      'products.version',
      'products.title',
      'products.sku',
      'products.status',
      'products.price',
      'products.discountedPrice',
      'products.isDesignerFavourite',
      'products.salesCount',
      'products.updatedAt',
      'image.hash',
      'image.color',
      'plan.publishAt',
      'plan.hasFailed',
    ]);
}

type Selected = Awaited<ReturnType<ReturnType<typeof selectDesigns>['execute']>>[number];

/** A selected design as sent to the client. */
export function designRow(row: Selected): DesignRow {
  const { id, version, title, sku, status, salesCount, updatedAt, hash, color } = row;
  return {
    ...{ id, version, title, sku, status, salesCount, updatedAt },
    price: toWire(row.price),
    discountedPrice: row.discountedPrice === null ? null : toWire(row.discountedPrice),
    isDesignerFavourite: row.isDesignerFavourite === 1,
    publication:
      row.publishAt === null ? null : { at: row.publishAt, hasFailed: row.hasFailed === 1 },
    image: hash === null ? null : { url: imagePath(hash, 320, 'webp'), color: color ?? '' },
  };
}
