import { type CallResult, useCall } from '#api/use-call.ts';
import type { Facets } from '#contract/shop/product.ts';
import { chosenParameters, type ListingFilters } from './filter-url.ts';

export interface ListingFacets {
  /** Undefined if they failed to load. */
  readonly facets: Facets | undefined;
  /** Whose words are listed: the whole shop's, so that a choice moves none; of a search those of its results. */
  readonly listed: Facets | undefined;
}

/**
 * What a listing can be narrowed to, with counts: null until these are loaded, or unless wanted. `text` is that of a
 * search, '' in the shop.
 */
export function useFacets(
  text: string,
  filters: ListingFilters,
  isWanted: boolean,
): ListingFacets | null {
  const query = { ...(text !== '' && { query: text }), ...chosenParameters(filters) };
  const facets = facetsFrom(
    useCall('productsFacets', isWanted ? { query } : null, { keepsPrevious: true }),
  );
  const all = facetsFrom(useCall('productsFacets', isWanted && text === '' ? { query: {} } : null));
  const listed = text === '' ? all : facets;
  return facets !== null && listed !== null ? { facets, listed: listed ?? facets } : null;
}

/** The counts of an earlier choice stay until those of this one are loaded, but not if these failed to load. */
function facetsFrom({ data, error, isPrevious }: CallResult<'productsFacets'>) {
  if (error && (isPrevious || !data)) return undefined;
  return data ?? null;
}
