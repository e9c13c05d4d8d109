import { shopCache } from '#api/shop-cache.ts';
import { useCall } from '#api/use-call.ts';
import type { FilterOptions } from '#contract/shop/product.ts';
import { limits } from '#contract/wire/limits.ts';
import type { ShopQuery } from './filter-url.ts';
import { type ListingView, listingView } from './listing-view.ts';
import type { PriceRange } from './price-bounds.ts';
import { filterParameters, shopSource, snapshotPage } from './shop-source.ts';
import { useAfterPaint } from './use-after-paint.ts';
import type { ListingFacets } from './use-facets.ts';

export interface ShopListing {
  readonly view: ListingView;
  /** Null until they are loaded. */
  readonly options: FilterOptions | null;
  readonly priceRange: PriceRange;
  /** What it can be narrowed to, if that isn't asked for: null until it is counted. */
  readonly facets?: ListingFacets | null;
}

/** The cards of a shop page, from the call that OP-01 prescribes unless `source` names another. */
export function useShopListing(query: ShopQuery, source = shopSource(query)): ShopListing {
  const options = useCall('filterOptions', {});
  const priceRange = options.data?.priceRange ?? limits.defaultPriceRange;
  const isPainted = useAfterPaint();

  const parameters = filterParameters(query, priceRange);
  // The HTML contains the first cards as a filter answer; the snapshot loads after the paint.
  const isCarried =
    source === 'snapshot' && shopCache.peek('productsFilter', { query: parameters }) !== undefined;
  // Whether a maximum is sent depends on the overall maximum.
  const isRangeMissing = query.maxPrice !== null && options.status === 'pending' && !options.data;

  const filter = useCall(
    'productsFilter',
    isCarried || (source === 'filter' && !isRangeMissing) ? { query: parameters } : null,
  );
  const snapshot = useCall(
    'products',
    source === 'snapshot' && (isPainted || !isCarried) ? {} : null,
  );

  const view =
    source === 'snapshot'
      ? listingView(snapshot.data ? snapshotPage(snapshot.data, query.page) : filter.data, snapshot)
      : listingView(filter.data, isRangeMissing ? options : filter);
  return { view, options: options.data ?? null, priceRange };
}
