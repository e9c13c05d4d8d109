import type { Collection } from '#contract/shop/collection.ts';
import { partPrice, sumOf } from '#contract/shop/collection-price.ts';
import { priceToPay, toWire } from '#contract/wire/money.ts';
import type { Reader } from '../platform/database/open.ts';
import { shownPicture } from './queries.ts';

/** The published collections that have designs in the shop, as sent to the client, in the studio's order. */
export async function publishedCollections(database: Reader): Promise<Collection[]> {
  const [collections, members] = await Promise.all([
    database
      .selectFrom('collections')
      .selectAll()
      .where('isPublished', '=', 1)
      .orderBy('position')
      .execute(),
    database
      .selectFrom('collectionDesigns as member')
      .innerJoin('collections', 'collections.id', 'member.collectionId')
      .innerJoin('products', 'products.id', 'member.productId')
      .leftJoin('productImages as image', (join) =>
        join.onRef('image.productId', '=', 'products.id').on((eb) =>
          eb(
            'image.position',
            '=',
            eb
              .selectFrom('productImages as first')
              .select((first) => first.fn.min('first.position').as('position'))
              .whereRef('first.productId', '=', 'products.id'),
          ),
        ),
      )
      .select([
        'member.collectionId',
        'member.productId',
        'products.status',
        'products.price',
        'products.discountedPrice',
        'image.hash',
        'image.width',
        'image.height',
        'image.color',
        'image.miniature',
      ])
      .where('collections.isPublished', '=', 1)
      .orderBy('member.position')
      .execute(),
  ]);
  const membersOf = Map.groupBy(members, ({ collectionId }) => collectionId);
  return collections.flatMap(({ id, slug, formerSlugs, name, description, price, coverId }) => {
    const all = membersOf.get(id) ?? [];
    const shown = all.filter(({ status }) => status === 'published');
    const pictures = shown.flatMap(({ productId, hash, width, height, color, miniature }) =>
      hash === null || width === null || height === null || color === null || miniature === null
        ? []
        : [{ productId, ...shownPicture({ hash, width, height, color, miniature }) }],
    );
    const cover = pictures.find(({ productId }) => productId === coverId) ?? pictures[0];
    if (!cover) return [];
    const { productId: _, ...image } = cover;
    const listed = (designs: typeof all) => sumOf(designs.map((design) => design.price));
    const singles = sumOf(shown.map((design) => priceToPay(design.price, design.discountedPrice)));
    const together =
      price === null ? singles : partPrice(price, listed(all), listed(shown), singles);
    return {
      _id: id,
      slug,
      formerSlugs: JSON.parse(formerSlugs),
      name,
      description,
      image,
      productIds: shown.map(({ productId }) => productId),
      singlesPrice: toWire(singles),
      price: together < singles ? toWire(together) : null,
      whole: price === null ? null : { singlesPrice: toWire(listed(all)), price: toWire(price) },
    };
  });
}
