import { type CallResult, useCall } from '#api/use-call.ts';
import type { Facets } from '#contract/shop/product.ts';
import { chosenParameters, type ListingFilters } from './filter-url.ts';
import { useAfterPaint } from './use-after-paint.ts';

/**
 * What a listing can be narrowed to, with counts: null until these and the filter options are loaded, or unless
 * wanted; undefined if they can't be had. `text` is that of a search, '' in the shop.
 */
export function useFacets(
  text: string,
  filters: ListingFilters,
  isWanted: boolean,
): Facets | null | undefined {
  // The cards come first.
  const isAsked = useAfterPaint() && isWanted;
  const options = useCall('filterOptions', isAsked ? {} : null);
  // The shop's document carries the options, a search's doesn't.
  const hasOptions = text === '' || options.data !== undefined || options.error !== undefined;
  const query = { ...(text !== '' && { query: text }), ...chosenParameters(filters) };
  const facets = useCall('productsFacets', isAsked ? { query } : null, { keepsPrevious: true });
  return hasOptions ? facetsFrom(facets) : null;
}

/** The counts of an earlier choice stay until its own are there, and aren't kept where they can't be had. */
function facetsFrom({ data, error, isPrevious }: CallResult<'productsFacets'>) {
  if (error && (isPrevious || !data)) return undefined;
  return data ?? null;
}
