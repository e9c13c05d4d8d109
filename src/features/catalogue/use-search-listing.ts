import { type CallResult, useCall } from '#api/use-call.ts';
import type { SearchPage } from '#contract/shop/product.ts';
import { limits } from '#contract/wire/limits.ts';
import { foundText } from './found-text.ts';
import { type ListingView, listingView } from './listing-view.ts';
import { type SearchState, searchParameters } from './search-url.ts';
import { useAfterPaint } from './use-after-paint.ts';
import type { ShopListing } from './use-shop-listing.ts';

function pageParameters({ page, sort }: SearchState): Record<string, string> {
  return { page: String(page), limit: String(limits.searchPageSize), ...(sort && { sort }) };
}

export interface SearchListing extends ShopListing {
  /** The answer, with what lacks a word and other texts to search for; undefined until it arrives. */
  readonly found: SearchPage | undefined;
}

/** The designs that match the text; without any text, nothing is requested (OP-38). */
export function useSearchListing(state: SearchState): SearchListing {
  const isAsked = state.text !== '';
  const filters = searchParameters(state.filters);
  const result = useCall(
    'productsSearch',
    isAsked ? { query: { query: state.text, ...filters, ...pageParameters(state) } } : null,
  );
  // The cards come first.
  const isPainted = useAfterPaint();
  const options = useCall('filterOptions', isAsked && isPainted ? {} : null);
  const facets = useCall(
    'productsFacets',
    isAsked && isPainted ? { query: { query: state.text, ...filters } } : null,
    { keepsPrevious: true },
  );
  const { data } = result;
  return {
    view: { ...listingView(data, result), found: data && foundText(data) },
    found: data,
    options: options.data ?? null,
    priceRange: options.data?.priceRange ?? limits.defaultPriceRange,
    facets: options.data || options.error ? facetsFrom(facets) : null,
  };
}

/** The counts of an earlier search stay until its own are there, and aren't kept where they can't be had. */
function facetsFrom({ data, error, isPrevious }: CallResult<'productsFacets'>) {
  if (error && (isPrevious || !data)) return undefined;
  return data ?? null;
}

/** The best sellers, or those among them that match the words. */
export function useBestSellers(state: SearchState): ListingView {
  const words = state.text === '' ? {} : { search: state.text };
  const result = useCall('productsBestSelling', { query: { ...words, ...pageParameters(state) } });
  return listingView(result.data, result);
}
