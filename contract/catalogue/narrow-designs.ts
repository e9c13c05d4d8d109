import type { Facets, FilterOptions, Filters, Product } from '../shop/product.ts';
import { facetsOf } from './facets.ts';
import { filterOptionsOf } from './filter-options.ts';
import { createListing } from './listing.ts';

/** Designs that are filtered where they are shown. */
export interface NarrowedDesigns {
  /** Those that all filters leave, in the order given. */
  readonly products: readonly Product[];
  readonly options: FilterOptions;
  readonly facets: Facets;
  /** The counts without filters. */
  readonly listed: Facets;
}

const noFilters: Filters = { category: [], designer: [], motif: [], occasion: [], style: [] };

/** Filters some designs as the shop's listing filters all. */
export function narrowDesigns(designs: readonly Product[], filters: Filters): NarrowedDesigns {
  const listing = createListing(designs);
  const options = filterOptionsOf(designs);
  const counted = (by: Filters) => facetsOf(listing.facets(by, undefined), options.categories, by);
  return {
    products: listing.page({ ...filters, page: 1, limit: designs.length }).products,
    options,
    facets: counted(filters),
    listed: counted(noFilters),
  };
}
