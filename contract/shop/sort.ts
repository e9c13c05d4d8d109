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

/** The sort orders of a search. Adds best match first, the default of `/products/search`. */
export const searchSorts = ['relevance', ...sorts] as const;
export type SearchSort = (typeof searchSorts)[number];
