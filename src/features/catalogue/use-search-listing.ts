import { useCall } from '#api/use-call.ts';
import type { SearchPage } from '#contract/shop/product.ts';
import { limits } from '#contract/wire/limits.ts';
import { foundText } from './found-text.ts';
import { type ListingView, listingView } from './listing-view.ts';
import type { SearchState } from './search-url.ts';

function pageParameters({ page, sort }: SearchState): Record<string, string> {
  return { page: String(page), limit: String(limits.searchPageSize), ...(sort && { sort }) };
}

export interface SearchListing {
  readonly view: ListingView;
  /** The answer, with what lacks a word and other texts to search for; undefined until it arrives. */
  readonly found: SearchPage | undefined;
}

/** The designs that match the text; without any text, nothing is requested (OP-38). */
export function useSearchListing(state: SearchState): SearchListing {
  const result = useCall(
    'productsSearch',
    state.text === '' ? null : { query: { query: state.text, ...pageParameters(state) } },
  );
  const { data } = result;
  return { view: { ...listingView(data, result), found: data && foundText(data) }, found: data };
}

/** The best sellers, or those among them that match the words. */
export function useBestSellers(state: SearchState): ListingView {
  const words = state.text === '' ? {} : { search: state.text };
  const result = useCall('productsBestSelling', { query: { ...words, ...pageParameters(state) } });
  return listingView(result.data, result);
}
