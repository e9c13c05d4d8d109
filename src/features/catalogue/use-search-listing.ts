import { useCall } from '#api/use-call.ts';
import type { SearchPage } from '#contract/shop/product.ts';
import { limits } from '#contract/wire/limits.ts';
import { chosenParameters } from './filter-url.ts';
import { foundText } from './found-text.ts';
import { type ListingView, listingView } from './listing-view.ts';
import type { SearchState } from './search-url.ts';
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
  const result = useCall(
    'productsSearch',
    isAsked
      ? {
          query: {
            query: state.text,
            ...chosenParameters(state.filters),
            ...pageParameters(state),
          },
        }
      : null,
  );
  const options = useCall('filterOptions', isAsked ? {} : null);
  const { data } = result;
  return {
    view: { ...listingView(data, result), found: data && foundText(data) },
    found: data,
    options: options.data ?? null,
    priceRange: options.data?.priceRange ?? limits.defaultPriceRange,
  };
}

/** The best sellers, or those among them that match the words. */
export function useBestSellers(state: SearchState): ListingView {
  const words = state.text === '' ? {} : { search: state.text };
  const result = useCall('productsBestSelling', { query: { ...words, ...pageParameters(state) } });
  return listingView(result.data, result);
}
