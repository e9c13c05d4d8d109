import { useEffect, useLayoutEffect, useRef } from 'react';
import { type Location, useLocation, useNavigationType } from 'react-router';
import { scrollKey } from '#api/scroll-key.ts';

/** A restored page grows while it loads; after this long its position is no longer pursued. */
const restoreMs = 3000;

type Places = Record<string, number>;

function readPlaces(): Places {
  try {
    return Object(JSON.parse(sessionStorage.getItem(scrollKey) ?? '{}'));
  } catch {
    return {};
  }
}

function savePlace(key: string, top: number): void {
  try {
    sessionStorage.setItem(scrollKey, JSON.stringify({ ...readPlaces(), [key]: top }));
  } catch {
    // Without storage, a page is restored at its top.
  }
}

/** The key for a position. Every document's first entry has the same key, so the URL is part of it. */
function placeOf({ key, pathname, search }: Location): string {
  return `${key} ${pathname}${search}`;
}

/** Whether the document was opened by a link or by hand, and so starts at its top. */
export function isFreshDocument(): boolean {
  const [entry] = performance.getEntriesByType('navigation');
  return entry instanceof PerformanceNavigationTiming && entry.type === 'navigate';
}

let viewed = 0;

/** True until the first change of screen in this document. */
export function isFirstView(): boolean {
  return viewed <= 1;
}

/** Scrolls to `top` as soon as the page is tall enough, unless the reader moves first. Returns a function that stops it. */
function restoreScroll(top: number): () => void {
  const over = new AbortController();
  const stop = () => {
    observer.disconnect();
    clearTimeout(timer);
    over.abort();
  };
  const step = () => {
    scrollTo({ top, behavior: 'instant' });
    if (Math.abs(scrollY - top) < 2) stop();
  };
  const observer = new ResizeObserver(step);
  const timer = setTimeout(stop, restoreMs);
  const options = { passive: true, signal: over.signal };
  for (const kind of ['wheel', 'touchstart', 'keydown']) addEventListener(kind, stop, options);
  observer.observe(document.body);
  return stop;
}

/**
 * Remembers the scroll position of each history entry. Back and reload restore it; a new screen starts at
 * its top; another page of the same listing at the top of its results (`data-results`); other changes of the
 * query don't scroll.
 */
export function useScrollMemory(): void {
  const location = useLocation();
  const kind = useNavigationType();
  const shown = useRef(location);

  useEffect(() => {
    history.scrollRestoration = 'manual';
    // Reads `shown` when called: scrolling caused by a new screen already belongs to that screen.
    const save = () => savePlace(placeOf(shown.current), scrollY);
    // Not every browser fires scrollend, and none fires it in time if a link is pressed right after
    // scrolling. In the capture phase the click arrives before the new screen.
    const over = new AbortController();
    const options = { capture: true, signal: over.signal };
    for (const kind of ['scrollend', 'click', 'pagehide']) addEventListener(kind, save, options);
    return () => over.abort();
  }, []);

  useLayoutEffect(() => {
    const last = shown.current;
    shown.current = location;
    if (last !== location || viewed === 0) viewed += 1;
    if (kind === 'POP') {
      if (isFirstView() && isFreshDocument()) {
        savePlace(placeOf(location), 0);
        return undefined;
      }
      const isSamePage = last.pathname === location.pathname && last.search === location.search;
      const isFragment = isSamePage && last.hash !== location.hash;
      // A position never saved is the top; a link to a section of this page scrolls by itself.
      return isFragment ? undefined : restoreScroll(readPlaces()[placeOf(location)] ?? 0);
    }
    if (location.hash) {
      document.getElementById(location.hash.slice(1))?.scrollIntoView();
    } else if (last.pathname !== location.pathname) {
      scrollTo({ top: 0, behavior: 'instant' });
    } else {
      const pageOf = (search: string) => new URLSearchParams(search).get('page') ?? '1';
      if (pageOf(last.search) !== pageOf(location.search)) {
        document.querySelector('[data-results]')?.scrollIntoView({ block: 'start' });
      }
    }
    return undefined;
  }, [location, kind]);
}
