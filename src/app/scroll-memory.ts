import { useEffect, useLayoutEffect, useRef } from 'react';
import { type Location, useLocation, useNavigationType } from 'react-router';

const savedKey = 'scroll';
/** A page comes back taller bit by bit; after this its place is no longer chased. */
const chaseMs = 3000;

type Places = Record<string, number>;

function readPlaces(): Places {
  try {
    const saved: unknown = JSON.parse(sessionStorage.getItem(savedKey) ?? '{}');
    return typeof saved === 'object' && saved !== null ? (saved as Places) : {};
  } catch {
    return {};
  }
}

function savePlace(key: string, top: number): void {
  try {
    sessionStorage.setItem(savedKey, JSON.stringify({ ...readPlaces(), [key]: top }));
  } catch {
    // Without storage a page comes back at its top.
  }
}

/** Every document's first entry has the same key, so the address belongs to a place too. */
function placeOf({ key, pathname, search }: Location): string {
  return `${key} ${pathname}${search}`;
}

/** The document was asked for anew, by a link or by hand: it starts at its top. */
export function isFreshDocument(): boolean {
  const [entry] = performance.getEntriesByType('navigation');
  return entry instanceof PerformanceNavigationTiming && entry.type === 'navigate';
}

let viewed = 0;

/** True until the first change of screen in this document. */
export function isFirstView(): boolean {
  return viewed <= 1;
}

/** Scrolls to `top` as soon as the page is tall enough, unless the reader moves first. Returns what stops it. */
function chase(top: number): () => void {
  const stop = () => {
    observer.disconnect();
    clearTimeout(timer);
    for (const kind of ['wheel', 'touchstart', 'keydown'] as const) removeEventListener(kind, stop);
  };
  const step = () => {
    scrollTo({ top, behavior: 'instant' });
    if (Math.abs(scrollY - top) < 2) stop();
  };
  const observer = new ResizeObserver(step);
  const timer = setTimeout(stop, chaseMs);
  for (const kind of ['wheel', 'touchstart', 'keydown'] as const) {
    addEventListener(kind, stop, { passive: true });
  }
  observer.observe(document.body);
  return stop;
}

/**
 * Where each visited entry of the history was scrolled to. Back and reload return there; a new
 * screen starts at its top; another page of the same listing at the top of its results
 * (`data-results`), other changes of the query stay where they are.
 */
export function useScrollMemory(): void {
  const location = useLocation();
  const kind = useNavigationType();
  const shown = useRef(location);

  useEffect(() => {
    history.scrollRestoration = 'manual';
    // Asked for only now: the scrolling that a new screen causes is already its own.
    const save = () => savePlace(placeOf(shown.current), scrollY);
    // Not every browser tells of the end.
    const scrolled = 'onscrollend' in window ? 'scrollend' : 'scroll';
    addEventListener(scrolled, save);
    addEventListener('pagehide', save);
    return () => {
      removeEventListener(scrolled, save);
      removeEventListener('pagehide', save);
    };
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
      // A place never left is the top; a link to a part of this page scrolls by itself.
      return isFragment ? undefined : chase(readPlaces()[placeOf(location)] ?? 0);
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
