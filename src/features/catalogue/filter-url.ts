import { colorPattern } from '#contract/shop/color-pattern.ts';
import { defaultSort, type FilterSort, filterSorts, sorts } from '#contract/shop/sort.ts';
import { idPattern } from '#contract/wire/id-pattern.ts';
import { readPage, readSort, type UrlEntry, writeUrl } from './url-values.ts';

/** The kinds of keywords that a listing can be narrowed to. */
export const facetWordKinds = ['motif', 'occasion', 'style'] as const;
export type FacetWordKind = (typeof facetWordKinds)[number];

/** What the URL of /shop selects. Prices in dollars; null: no limit, or not chosen. */
export interface ShopQuery {
  /** Ids, sorted by code unit, without duplicates; designers and words likewise. */
  readonly categories: readonly string[];
  readonly designers: readonly string[];
  readonly words: Readonly<Record<FacetWordKind, readonly string[]>>;
  /** Only the designers' favourites. */
  readonly isFavouritesOnly: boolean;
  readonly minPrice: number | null;
  readonly maxPrice: number | null;
  /** `rrggbb`; null: any colour. */
  readonly color: string | null;
  /** By the closest colour only with a colour. */
  readonly sort: FilterSort | null;
  readonly page: number;
}

/** The part of a ShopQuery that the filter panel changes; a search has it too. */
export type ListingFilters = Omit<ShopQuery, 'sort' | 'page'>;

export const noFilters: ListingFilters = {
  categories: [],
  designers: [],
  words: { motif: [], occasion: [], style: [] },
  isFavouritesOnly: false,
  minPrice: null,
  maxPrice: null,
  color: null,
};

/** The longest list parameter, commas included; the server refuses a longer one. */
const longestList = 2000;

function readList(parameters: URLSearchParams, name: string): string[] {
  const parts = parameters
    .getAll(name)
    .join(',')
    .split(',')
    .map((part) => part.trim())
    .filter(Boolean);
  const list: string[] = [];
  let length = 0;
  for (const part of [...new Set(parts)].sort()) {
    length += part.length + 1;
    if (length > longestList) break;
    list.push(part);
  }
  return list;
}

function readAmount(parameters: URLSearchParams, name: string): number | null {
  const text = parameters.get(name) ?? '';
  const amount = /^\d{1,7}(\.\d{1,2})?$/.test(text) ? Number(text) : 0;
  return amount > 0 ? amount : null;
}

function readColor(parameters: URLSearchParams): string | null {
  const text = (parameters.get('color') ?? '').toLowerCase();
  return colorPattern.test(text) ? text : null;
}

/** Parses /shop's query string. Ignores what it can't parse: a URL is never an error. */
export function readShopUrl(search: string): ShopQuery {
  const parameters = new URLSearchParams(search);
  const filters = readFilters(parameters);
  return {
    ...filters,
    sort: readSort(parameters, filters.color === null ? sorts : filterSorts),
    page: readPage(parameters),
  };
}

export function readFilters(parameters: URLSearchParams): ListingFilters {
  return {
    categories: readList(parameters, 'category').filter((id) => idPattern.test(id)),
    designers: readList(parameters, 'designer'),
    words: {
      motif: readList(parameters, 'motif'),
      occasion: readList(parameters, 'occasion'),
      style: readList(parameters, 'style'),
    },
    isFavouritesOnly: parameters.get('favourites') === '1',
    minPrice: readAmount(parameters, 'minPrice'),
    maxPrice: readAmount(parameters, 'maxPrice'),
    color: readColor(parameters),
  };
}

/** The canonical query string of `query`; parsing it returns `query` again. */
export function writeShopUrl(query: ShopQuery): string {
  return writeUrl([
    ...filterEntries(query),
    ['sort', query.sort],
    ['page', query.page === 1 ? null : String(query.page)],
  ]);
}

export function filterEntries(filters: ListingFilters): UrlEntry[] {
  return [
    ['category', filters.categories.join(',')],
    ['designer', filters.designers.join(',')],
    ['favourites', filters.isFavouritesOnly ? '1' : null],
    ['minPrice', filters.minPrice === null ? null : String(filters.minPrice)],
    ['maxPrice', filters.maxPrice === null ? null : String(filters.maxPrice)],
    ['color', filters.color],
    ...facetWordKinds.map((kind) => [kind, filters.words[kind].join(',')] as const),
  ];
}

/** The filters as the calls of a listing take them. */
export function chosenParameters(filters: ListingFilters): Record<string, string> {
  return Object.fromEntries(
    filterEntries(filters).flatMap(([name, value]) => (value ? [[name, value]] : [])),
  );
}

/** How many filters are set: each category, designer and word, the favourites, and price and colour once. */
export function countFilters(filters: ListingFilters): number {
  const hasPrice = filters.minPrice !== null || filters.maxPrice !== null;
  const { categories, designers, words, isFavouritesOnly, color } = filters;
  const many = [categories, designers, words.motif, words.occasion, words.style].flat();
  return many.length + [isFavouritesOnly, hasPrice, color !== null].filter(Boolean).length;
}

/**
 * Filters and sort count as active from the first change on (F13). A change always writes the sort into
 * the URL, so a shop whose last filter was removed still counts as changed.
 */
export function isTouched(query: ShopQuery): boolean {
  return query.sort !== null || countFilters(query) > 0;
}

/** Applies a change of filters or sort: back to page 1, and active from now on. */
export function changeShop(query: ShopQuery, change: Partial<Omit<ShopQuery, 'page'>>): ShopQuery {
  const changed = { ...query, ...change };
  return { ...changed, sort: change.sort ?? sortAfter(query, changed), page: 1 };
}

/** A colour brings its own order along, unless another one was chosen, and takes it away again. */
function sortAfter({ color: before }: ShopQuery, { color, sort }: ShopQuery): FilterSort {
  const isOwn = sort === null || sort === defaultSort(before);
  return isOwn && (color === null) !== (before === null)
    ? defaultSort(color)
    : (sort ?? defaultSort(color));
}

/** `list` with `item` added or removed, in the URL's order. */
export function toggled(list: readonly string[], item: string, isOn: boolean): string[] {
  const others = list.filter((other) => other !== item);
  return isOn ? [...others, item].sort() : others;
}
