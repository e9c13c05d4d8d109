import type { CallAnswer } from '#contract/shop/calls.ts';
import type { Product } from '#contract/shop/product.ts';
import { defaultSort } from '#contract/shop/sort.ts';
import { limits } from '#contract/wire/limits.ts';
import { chosenParameters, isTouched, type ShopQuery } from './filter-url.ts';
import { type PriceRange, priceParameters } from './price-bounds.ts';

/** The number of pages that the snapshot covers completely. */
const snapshotPages = Math.floor(limits.snapshotSize / limits.shopPageSize);

/** Which call provides a shop page (OP-01): the snapshot if nothing was changed; the filter call after a change or past the snapshot's end. */
export function shopSource(query: ShopQuery): 'snapshot' | 'filter' {
  return isTouched(query) || query.page > snapshotPages ? 'filter' : 'snapshot';
}

/** The query of `GET /products/filter` for a shop page. */
export function filterParameters(query: ShopQuery, overall: PriceRange): Record<string, string> {
  const { minPrice, maxPrice, ...chosen } = chosenParameters(query);
  return {
    ...chosen,
    ...priceParameters(query, overall),
    page: String(query.page),
    limit: String(limits.shopPageSize),
    sort: query.sort ?? defaultSort(query.color),
  };
}

/** One page of the snapshot. `total` is null if an older server doesn't say how many designs there are and these may not be all. */
export function snapshotPage(
  snapshot: Pick<CallAnswer<'products'>, 'products' | 'totalPages' | 'total'>,
  page: number,
): { products: readonly Product[]; totalPages: number; total: number | null } {
  const start = (page - 1) * limits.shopPageSize;
  return {
    products: snapshot.products.slice(start, start + limits.shopPageSize),
    totalPages: snapshot.totalPages,
    total:
      snapshot.total ??
      (snapshot.products.length < limits.snapshotSize ? snapshot.products.length : null),
  };
}
