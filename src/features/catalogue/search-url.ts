import { type Sort, sorts } from '#contract/shop/sort.ts';
import {
  countFilters,
  filterEntries,
  noFilters,
  readFilters,
  readList,
  type ShopFilters,
} from './filter-url.ts';
import { readPage, readSort, type UrlEntry, writeUrl } from './url-values.ts';

/** The kinds of keywords that a search can be narrowed to. */
export const facetWordKinds = ['motif', 'occasion', 'style'] as const;
export type FacetWordKind = (typeof facetWordKinds)[number];

/** The shop's filters, and the words of each kind, sorted by code unit. */
export interface SearchFilters extends ShopFilters {
  readonly words: Readonly<Record<FacetWordKind, readonly string[]>>;
}

/** The filters of a listing: only those of a search have words. */
export type ListingFilters = ShopFilters & Partial<Pick<SearchFilters, 'words'>>;

export const noSearchFilters: SearchFilters = {
  ...noFilters,
  words: { motif: [], occasion: [], style: [] },
};

/** What a search screen shows. `text` is trimmed; `sort` null: the call's own order. */
export interface SearchState {
  readonly text: string;
  /** None on best sellers, which have no filters. */
  readonly filters: SearchFilters;
  readonly sort: Sort | null;
  readonly page: number;
}

/** The URL parameter of the search text: `query` on search, `search` on best sellers. */
export type WordsParameter = 'query' | 'search';

/** The server refuses longer texts. */
export const longestSearch = 200;

/** The search text as sent: trimmed and cut to the length the server accepts. */
export function searchText(text: string): string {
  return text.trim().slice(0, longestSearch).trim();
}

export function readSearchUrl(search: string, words: WordsParameter): SearchState {
  const parameters = new URLSearchParams(search);
  return {
    text: searchText(parameters.get(words) ?? ''),
    filters: words === 'query' ? readSearchFilters(parameters) : noSearchFilters,
    sort: readSort(parameters, sorts),
    page: readPage(parameters),
  };
}

function readSearchFilters(parameters: URLSearchParams): SearchFilters {
  return {
    ...readFilters(parameters),
    words: {
      motif: readList(parameters, 'motif'),
      occasion: readList(parameters, 'occasion'),
      style: readList(parameters, 'style'),
    },
  };
}

function searchEntries(filters: SearchFilters): UrlEntry[] {
  return [
    ...filterEntries(filters),
    ...facetWordKinds.map((kind) => [kind, filters.words[kind].join(',')] as const),
  ];
}

/** The canonical query string of `state`. */
export function writeSearchUrl(state: SearchState, words: WordsParameter): string {
  return writeUrl([
    [words, state.text],
    ...searchEntries(state.filters),
    ['sort', state.sort],
    ['page', state.page === 1 ? null : String(state.page)],
  ]);
}

/** The filters as a search's call takes them. */
export function searchParameters(filters: SearchFilters): Record<string, string> {
  return Object.fromEntries(
    searchEntries(filters).flatMap(([name, value]) => (value ? [[name, value]] : [])),
  );
}

/** How many filters are set. */
export function countListingFilters(filters: ListingFilters): number {
  const words = facetWordKinds.flatMap((kind) => filters.words?.[kind] ?? []);
  return countFilters(filters) + words.length;
}
