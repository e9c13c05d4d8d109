/** The sort orders of a listing (S30). Separate from the schemas because the first screen loads without them. */
export const sorts = [
  'newest',
  'oldest',
  'price-low-high',
  'price-high-low',
  'a-z',
  'z-a',
] as const;
export type Sort = (typeof sorts)[number];

/** The sort orders of a listing with a colour. Adds the closest colour first, its default. */
export const filterSorts = ['closest-color', ...sorts] as const;
export type FilterSort = (typeof filterSorts)[number];

/** The order of the shop's listing until another is chosen. `color`: the one it is filtered by, if any. */
export function defaultSort(color: string | null | undefined): FilterSort {
  return color ? 'closest-color' : 'newest';
}

/** The sort orders of a search. Adds best match first, the default of `/products/search`. */
export const searchSorts = ['relevance', ...sorts] as const;
export type SearchSort = (typeof searchSorts)[number];
