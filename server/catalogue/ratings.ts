import type { Product } from '#contract/shop/product.ts';
import type { Reader } from '../platform/database/open.ts';

/** The approved reviews of designs, of all or of those with these ids, by design. */
export async function ratingsOf(
  reader: Reader,
  ids: readonly string[] | undefined,
): Promise<ReadonlyMap<string, NonNullable<Product['rating']>>> {
  const rows = await reader
    .selectFrom('reviews')
    .select(({ fn }) => [
      'productId',
      fn.sum<number>('stars').as('stars'),
      fn.countAll<number>().as('count'),
    ])
    .where('state', '=', 'shown')
    .$if(ids !== undefined, (query) => query.where('productId', 'in', ids ?? []))
    .groupBy('productId')
    .execute();
  return new Map(
    rows.map(({ productId, stars, count }) => [
      productId,
      { average: Math.round((100 * stars) / count) / 100, count },
    ]),
  );
}
