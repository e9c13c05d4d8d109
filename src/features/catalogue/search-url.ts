import { type Sort, sorts } from '#contract/shop/sort.ts';
import { filterEntries, type ListingFilters, noFilters, readFilters } from './filter-url.ts';
import { readPage, readSort, writeUrl } from './url-values.ts';

/** What a search screen shows. `text` is trimmed; `sort` null: the call's own order. */
export interface SearchState {
  readonly text: string;
  /** None on best sellers, which have no filters. */
  readonly filters: ListingFilters;
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
    filters: words === 'query' ? readFilters(parameters) : noFilters,
    sort: readSort(parameters, sorts),
    page: readPage(parameters),
  };
}

/** The canonical query string of `state`. */
export function writeSearchUrl(state: SearchState, words: WordsParameter): string {
  return writeUrl([
    [words, state.text],
    ...filterEntries(state.filters),
    ['sort', state.sort],
    ['page', state.page === 1 ? null : String(state.page)],
  ]);
}
