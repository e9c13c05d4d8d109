import { useState } from 'react';
import type { Filters, Product } from '#contract/shop/product.ts';
import { limits } from '#contract/wire/limits.ts';
import { afterFrame } from '#ui/after-frame.ts';
import { loadAfter, useLoaded } from '#ui/use-loaded.ts';
import type { Among } from './count-text.ts';
import { countFilters, type ListingFilters } from './filter-url.ts';
import type { ListingView } from './listing-view.ts';
import type { ShopListing } from './use-shop-listing.ts';

// Without filters, the cards don't need it.
const load = loadAfter(afterFrame, () => import('#contract/catalogue/narrow-designs.ts'));

function filtersOf(filters: ListingFilters): Filters {
  const { categories, designers, words, isFavouritesOnly, minPrice, maxPrice, color } = filters;
  return {
    category: [...categories],
    designer: [...designers],
    motif: [...words.motif],
    occasion: [...words.occasion],
    style: [...words.style],
    ...(isFavouritesOnly && { favourites: true }),
    ...(minPrice !== null && { minPrice }),
    ...(maxPrice !== null && { maxPrice }),
    ...(color !== null && { color }),
  };
}

/**
 * The designs of a collection that its filters leave, in the studio's order. All of them are here, so they are filtered
 * here, by the code with which server and worker filter the shop. `designs` is null while they load.
 */
export function useCollectionListing(
  designs: readonly Product[] | null,
  among: Among | undefined,
  filters: ListingFilters,
): ShopListing {
  const [hasFailed, setFailed] = useState(false);
  const code = useLoaded(load, !hasFailed, () => setFailed(true));
  const narrowed = designs && code ? code.narrowDesigns(designs, filtersOf(filters)) : null;
  const products = countFilters(filters) === 0 ? designs : narrowed?.products;
  const status = products ? 'ready' : hasFailed ? 'failed' : 'loading';
  const view: ListingView = {
    status,
    products: products ?? [],
    totalPages: products && products.length > 0 ? 1 : 0,
    total: products?.length ?? null,
    among,
    retry: () => setFailed(false),
  };
  return {
    view,
    options: narrowed?.options ?? null,
    priceRange: narrowed?.options.priceRange ?? limits.defaultPriceRange,
    facets: narrowed,
  };
}
