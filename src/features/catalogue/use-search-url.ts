import { startTransition, useEffect, useOptimistic, useRef, useState } from 'react';
import { useLocation, useNavigate, useNavigationType } from 'react-router';
import type { Sort } from '#contract/shop/sort.ts';
import { limits } from '#contract/wire/limits.ts';
import type { ListingFilters } from './filter-url.ts';
import {
  readSearchUrl,
  type SearchState,
  searchText,
  type WordsParameter,
  writeSearchUrl,
} from './search-url.ts';

export interface SearchBox {
  readonly text: string;
  readonly onChange: (text: string) => void;
  readonly onFocus: () => void;
  readonly onCompositionStart: () => void;
  readonly onCompositionEnd: (text: string) => void;
  /** Enter: search now, without waiting for a pause in typing. */
  readonly onSubmit: () => void;
}

export interface SearchUrl {
  readonly state: SearchState;
  /** The state the URL is about to have, so that controls react at once. */
  readonly chosen: SearchState;
  readonly box: SearchBox;
  readonly sortBy: (sort: Sort | null) => void;
  readonly filterBy: (change: Partial<ListingFilters>) => void;
  readonly pathOf: (page: number) => string;
}

/** In the history entry's state: the box already contains this entry's text. */
const fromHere = { fromSearchBox: true };

function isFromHere(state: unknown): boolean {
  return typeof state === 'object' && state !== null && 'fromSearchBox' in state;
}

/**
 * Keeps text, sort and page of a search screen in the URL. The URL follows the box after a pause in typing;
 * everything typed during one visit to the box shares a history entry.
 */
export function useSearchUrl(words: WordsParameter): SearchUrl {
  const location = useLocation();
  const kind = useNavigationType();
  const navigate = useNavigate();
  const state = readSearchUrl(location.search, words);
  const [chosen, choose] = useOptimistic(state);
  const [text, setText] = useState(state.text);
  const pause = useRef<ReturnType<typeof setTimeout>>(undefined);
  const isComposing = useRef(false);
  const isSameSearch = useRef(false);

  useEffect(() => () => clearTimeout(pause.current), []);

  // Back, a link or the header's box brought another text. It never overwrites what is being typed here; neither
  // does an address that is corrected, such as a page past the end.
  const isFollowed = kind === 'POP' || (kind === 'PUSH' && !isFromHere(location.state));
  // biome-ignore lint/correctness/useExhaustiveDependencies: once per entry, even if the text is the same
  useEffect(() => {
    if (!isFollowed) return;
    clearTimeout(pause.current);
    setText(state.text);
  }, [location.key]);

  function go(next: Partial<SearchState>, replace: boolean): void {
    clearTimeout(pause.current);
    const target = { ...state, ...next, page: 1 };
    startTransition(() => {
      choose(target);
      void navigate(`${location.pathname}${writeSearchUrl(target, words)}`, {
        replace,
        state: fromHere,
      });
    });
  }

  function search(typed: string): void {
    const next = searchText(typed);
    if (next === state.text) return;
    const replace = isSameSearch.current || state.text === '';
    isSameSearch.current = true;
    go({ text: next }, replace);
  }

  // The timer must use the state at the time it fires, not when it was set.
  const searchNow = useRef(search);
  useEffect(() => {
    searchNow.current = search;
  });

  function searchAfterPause(typed: string): void {
    clearTimeout(pause.current);
    pause.current = setTimeout(() => searchNow.current(typed), limits.searchDebounceMs);
  }

  return {
    state,
    chosen,
    box: {
      text,
      onChange(typed) {
        setText(typed);
        if (!isComposing.current) searchAfterPause(typed);
      },
      onFocus() {
        isSameSearch.current = false;
      },
      onCompositionStart() {
        isComposing.current = true;
        clearTimeout(pause.current);
      },
      onCompositionEnd(typed) {
        isComposing.current = false;
        searchAfterPause(typed);
      },
      onSubmit() {
        clearTimeout(pause.current);
        search(text);
        isSameSearch.current = false;
      },
    },
    sortBy: (sort) => go({ text: searchText(text), sort }, false),
    filterBy: (change) =>
      go({ text: searchText(text), filters: { ...chosen.filters, ...change } }, false),
    pathOf: (page) => `${location.pathname}${writeSearchUrl({ ...state, page }, words)}`,
  };
}
