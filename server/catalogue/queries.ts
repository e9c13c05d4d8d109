import { imagePath } from '#contract/shop/paths.ts';
import type { Picture } from '#contract/shop/picture.ts';
import type { FeaturedImage, Product } from '#contract/shop/product.ts';
import { type DesignStatus, designStatuses } from '#contract/studio/designs.ts';
import { toWire } from '#contract/wire/money.ts';
import type { Reader } from '../platform/database/open.ts';
import { readFields, shownFields } from './design-columns.ts';
import { ratingsOf } from './ratings.ts';

/** Published products as sent to the client: all of them, or those with these ids. */
export function publishedProducts(database: Reader, ids?: readonly string[]): Promise<Product[]> {
  return readProducts(database, ids, ['published']);
}

export async function publishedIds(database: Reader): Promise<string[]> {
  const published = database.selectFrom('products').select('id').where('status', '=', 'published');
  return (await published.execute()).map(({ id }) => id);
}

/** One design as a buyer would see it, published or not; null if it doesn't exist. */
export async function productPreview(database: Reader, id: string): Promise<Product | null> {
  const [product = null] = await readProducts(database, [id], designStatuses);
  return product;
}

async function readProducts(
  database: Reader,
  ids: readonly string[] | undefined,
  statuses: readonly DesignStatus[],
): Promise<Product[]> {
  if (ids?.length === 0) return [];
  const [products, categories, images, files, ratings] = await Promise.all([
    database
      .selectFrom('products')
      .selectAll()
      .where('status', 'in', statuses)
      .$if(ids !== undefined, (query) => query.where('id', 'in', ids ?? []))
      .execute(),
    database
      .selectFrom('productCategories')
      .innerJoin('categories', 'categories.id', 'productCategories.categoryId')
      .select(['productId', 'categories.id', 'categories.name'])
      .$if(ids !== undefined, (query) => query.where('productId', 'in', ids ?? []))
      .orderBy('productCategories.position')
      .execute(),
    database
      .selectFrom('productImages')
      .select(['id', 'productId', 'hash', 'width', 'height', 'color', 'miniature', 'swatches'])
      .$if(ids !== undefined, (query) => query.where('productId', 'in', ids ?? []))
      .orderBy('position')
      .execute(),
    database
      .selectFrom('productFiles')
      .select(['productId', 'name', 'sha256', 'bytes', 'width', 'height', 'dpi'])
      .$if(ids !== undefined, (query) => query.where('productId', 'in', ids ?? []))
      .orderBy('position')
      .execute(),
    ratingsOf(database, ids),
  ]);
  const categoriesOf = Map.groupBy(categories, (row) => row.productId);
  const imagesOf = Map.groupBy(images, (row) => row.productId);
  const filesOf = Map.groupBy(files, (row) => row.productId);
  return products.map((row) => {
    const ownFiles = filesOf.get(row.id) ?? [];
    const rating = ratings.get(row.id);
    return {
      _id: row.id,
      ...readFields(row, shownFields),
      discountedPrice: row.discountedPrice === null ? null : toWire(row.discountedPrice),
      images: (imagesOf.get(row.id) ?? []).map((image) => ({
        _id: image.id,
        ...shownPicture(image),
      })),
      categories: (categoriesOf.get(row.id) ?? []).map(({ id, name }) => ({ _id: id, name })),
      designer: JSON.parse(row.designers) as string[],
      salesCount: row.salesCount,
      publishedAt: row.publishedAt,
      isBuyable: ownFiles.length > 0 && ownFiles.every((file) => file.sha256 !== null),
      tile: tileOf(row),
      ...(rating && { rating }),
      swatches: imagesOf.get(row.id)?.[0]?.swatches ?? '',
      files: ownFiles.map(({ name, bytes, width, height, dpi }) => ({
        name,
        bytes: bytes ?? 0,
        width,
        height,
        dpi,
      })),
    };
  });
}

/** A stored picture as buyers see it. */
export function shownPicture(row: Omit<Picture, 'url'> & { readonly hash: string }): Picture {
  const { hash, width, height, color, miniature } = row;
  return {
    url: imagePath(hash, 640, 'webp'),
    width,
    height,
    color,
    ...(miniature && { miniature }),
  };
}

/** The size of a repeat tile in inches, from columns in hundredths of an inch; null unless both sides are known. */
export function tileOf(row: {
  readonly tileWidth: number | null;
  readonly tileHeight: number | null;
}): Product['tile'] {
  if (row.tileWidth === null || row.tileHeight === null) return null;
  return { width: row.tileWidth / 100, height: row.tileHeight / 100 };
}

/** The pictures of the Show Us carousel, in the studio's order. */
export async function featuredImages(database: Reader): Promise<FeaturedImage[]> {
  const rows = await database
    .selectFrom('featuredImages')
    .selectAll()
    .orderBy('position')
    .execute();
  return rows.map(({ altText, ...row }) => ({
    image: shownPicture(row),
    ...(altText !== null && { altText }),
  }));
}
