import { startTransition, useEffect, useOptimistic, useRef, useState } from 'react';
import { useLocation, useNavigate, useNavigationType } from 'react-router';
import type { Sort } from '#contract/shop/sort.ts';
import { limits } from '#contract/wire/limits.ts';
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
  /** Enter: don't wait for a pause in typing. */
  readonly onSubmit: () => void;
}

export interface SearchUrl {
  /** What the URL says. */
  readonly state: SearchState;
  /** What the URL is about to say: controls follow at once. */
  readonly chosen: SearchState;
  readonly box: SearchBox;
  readonly sortBy: (sort: Sort | null) => void;
  readonly pathOf: (page: number) => string;
}

/** In the history's state: the box already holds this entry's words. */
const fromHere = { fromSearchBox: true };

function isFromHere(state: unknown): boolean {
  return typeof state === 'object' && state !== null && 'fromSearchBox' in state;
}

/**
 * Words, sort and page of a search screen live in the URL. The box runs ahead of it by a pause in
 * typing; words of one visit to the box share one entry of the history.
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

  // Back, a link or the header's box brought other words. What is typed here is never written over.
  const isFollowed = kind === 'POP' || !isFromHere(location.state);
  // biome-ignore lint/correctness/useExhaustiveDependencies: once for each entry, also of equal words
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

  // A timer must run what is true when it ends, not when it began.
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
    pathOf: (page) => `${location.pathname}${writeSearchUrl({ ...state, page }, words)}`,
  };
}
