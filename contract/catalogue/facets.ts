import type { Category, Facets, Filters } from '../shop/product.ts';
import { limits } from '../wire/limits.ts';
import { type FacetCounts, facetKinds } from './listing-values.ts';

/** Whether a search is limited to some of the designs. */
export function hasFilters(filters: Partial<Filters>): boolean {
  const { favourites, minPrice, maxPrice, color } = filters;
  return (
    facetKinds.some((kind) => (filters[kind] ?? []).length > 0) ||
    [favourites, minPrice, maxPrice, color].some((filter) => filter !== undefined)
  );
}

/** Counts as they are answered, for a search with these filters. `categories` are all there are, by name. */
export function facetsOf(
  counts: FacetCounts,
  categories: readonly Category[],
  filters: Filters,
): Facets {
  return {
    categories: categories.flatMap((category) => {
      const count = counts.category.get(category._id);
      return count === undefined ? [] : [{ ...category, count }];
    }),
    designers: [...counts.designer]
      .map(([name, count]) => ({ name, count }))
      .sort((a, b) => (a.name < b.name ? -1 : 1)),
    motif: mostFrequent(counts.motif, filters.motif),
    occasion: mostFrequent(counts.occasion, filters.occasion),
    style: mostFrequent(counts.style, filters.style),
  };
}

/** The most frequent words, then the chosen ones among the others. */
function mostFrequent(
  counts: ReadonlyMap<string, number>,
  chosen: readonly string[],
): Facets['motif'] {
  return [...counts]
    .map(([word, count]) => ({ word, count }))
    .sort((a, b) => b.count - a.count || (a.word < b.word ? -1 : 1))
    .filter(({ word }, place) => place < limits.facetWords || chosen.includes(word));
}
