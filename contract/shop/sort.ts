/** The orders a listing can be asked for (spec §7). Apart from the schemas, which the first screen does without. */
export const sorts = [
  'newest',
  'oldest',
  'price-low-high',
  'price-high-low',
  'a-z',
  'z-a',
] as const;
export type Sort = (typeof sorts)[number];

/** The orders a search can be asked for: best match first is one more, and the default of `/products/search`. */
export const searchSorts = ['relevance', ...sorts] as const;
export type SearchSort = (typeof searchSorts)[number];
