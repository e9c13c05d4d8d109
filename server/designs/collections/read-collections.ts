import { imagePath } from '#contract/shop/paths.ts';
import {
  type CollectionDesign,
  collectionRefusals,
  type ListedCollection,
  type StudioCollection,
} from '#contract/studio/collections.ts';
import { priceToPay, toWire } from '#contract/wire/money.ts';
import type { Reader } from '../../platform/database/open.ts';
import { Problem } from '../../platform/http/problem.ts';

const dollars = (cents: number | null) => (cents === null ? null : toWire(cents));

/** All collections, in order. */
export async function listCollections(reader: Reader): Promise<ListedCollection[]> {
  const rows = await reader
    .selectFrom('collections')
    .select((eb) => {
      const members = eb
        .selectFrom('collectionDesigns as member')
        .innerJoin('products', 'products.id', 'member.productId')
        .select((count) => count.fn.countAll<number>().as('count'))
        .whereRef('member.collectionId', '=', 'collections.id');
      return [
        'id',
        'slug',
        'name',
        'price',
        'isPublished',
        members.$asScalar().$notNull().as('designs'),
        members.where('products.status', '=', 'published').$asScalar().$notNull().as('shown'),
      ];
    })
    .orderBy('position')
    .execute();
  return rows.map((row) => ({
    ...row,
    price: dollars(row.price),
    isPublished: row.isPublished === 1,
  }));
}

/** One collection with its designs. @throws NOT_FOUND */
export async function readCollection(reader: Reader, id: string): Promise<StudioCollection> {
  const row = await reader
    .selectFrom('collections')
    .select([
      'id',
      'version',
      'slug',
      'formerSlugs',
      'name',
      'description',
      'price',
      'coverId',
      'isPublished',
    ])
    .where('id', '=', id)
    .executeTakeFirst();
  if (!row) throw new Problem('NOT_FOUND', collectionRefusals.gone);
  const designs = await reader
    .selectFrom('collectionDesigns as member')
    .innerJoin('products', 'products.id', 'member.productId')
    .select(['products.id', 'title', 'status', 'price', 'discountedPrice'])
    .where('member.collectionId', '=', id)
    .orderBy('member.position')
    .execute();
  return {
    ...row,
    formerSlugs: JSON.parse(row.formerSlugs),
    price: dollars(row.price),
    isPublished: row.isPublished === 1,
    designs: await withPictures(reader, designs),
  };
}

interface PricedDesign extends Omit<CollectionDesign, 'image'> {
  readonly discountedPrice: number | null;
}

/** Designs, of which the prices are in cents, with what they cost now and their first pictures. */
export async function withPictures(
  reader: Reader,
  designs: readonly PricedDesign[],
): Promise<CollectionDesign[]> {
  if (designs.length === 0) return [];
  const images = await reader
    .selectFrom('productImages')
    .select(['productId', 'hash', 'color'])
    .where(
      'productId',
      'in',
      designs.map(({ id }) => id),
    )
    .orderBy('position')
    .execute();
  return designs.map(({ price, discountedPrice, ...design }) => {
    const image = images.find(({ productId }) => productId === design.id);
    return {
      ...design,
      price: toWire(priceToPay(price, discountedPrice)),
      image: image ? { url: imagePath(image.hash, 320, 'webp'), color: image.color } : null,
    };
  });
}
