import type { ListingFilters } from './filter-url.ts';

/** Dollars. */
export interface PriceRange {
  readonly minPrice: number;
  readonly maxPrice: number;
}

type PriceFilter = Pick<ListingFilters, 'minPrice' | 'maxPrice'>;

/**
 * The parameters sent for a price filter: the minimum only if above 0; the maximum only if above 0 and below
 * the overall maximum (Q14, OP-37).
 */
export function priceParameters(
  filter: PriceFilter,
  overall: PriceRange,
): { minPrice?: string; maxPrice?: string } {
  const { minPrice, maxPrice } = filter;
  return {
    ...(minPrice !== null && minPrice > 0 && { minPrice: String(minPrice) }),
    ...(maxPrice !== null &&
      maxPrice > 0 &&
      maxPrice < overall.maxPrice && { maxPrice: String(maxPrice) }),
  };
}

/** The slider's ends: the catalogue's prices in whole dollars, at least one dollar apart. */
export function sliderEnds(overall: PriceRange): PriceRange {
  const minPrice = Math.floor(overall.minPrice);
  return { minPrice, maxPrice: Math.max(Math.ceil(overall.maxPrice), minPrice + 1) };
}

/** Where the thumbs are for a filter, clamped to the ends. */
export function thumbsOf(filter: PriceFilter, ends: PriceRange): PriceRange {
  const clamp = (price: number) => Math.min(Math.max(price, ends.minPrice), ends.maxPrice);
  return {
    minPrice: clamp(filter.minPrice ?? ends.minPrice),
    maxPrice: clamp(filter.maxPrice ?? ends.maxPrice),
  };
}

/** The filter that the thumbs or boxes stand for: swaps crossed values; a thumb at its end means no limit. */
export function filterOfThumbs(thumbs: PriceRange, ends: PriceRange): PriceFilter {
  const { minPrice, maxPrice } = thumbsOf(
    {
      minPrice: Math.min(thumbs.minPrice, thumbs.maxPrice),
      maxPrice: Math.max(thumbs.minPrice, thumbs.maxPrice),
    },
    ends,
  );
  return {
    minPrice: minPrice > ends.minPrice ? minPrice : null,
    maxPrice: maxPrice < ends.maxPrice && maxPrice > 0 ? maxPrice : null,
  };
}
