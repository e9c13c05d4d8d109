import { createStore } from 'zustand/vanilla';
import { limits } from '#contract/wire/limits.ts';

/** When this visit and the last one were, in ms since 1970. */
export interface Visits {
  /** When the buyer was last seen in the shop, in any tab. */
  readonly seenAt: number;
  /** When the previous visit ended; null during the first visit. */
  readonly lastAt: number | null;
}

const key = 'visits';
/** Minimum time between writes. */
const noteMs = 60_000;

/** Parses the stored visits; null, as for a first visit, if they can't be read. */
export function parseVisits(text: string | null): Visits | null {
  try {
    const { seenAt, lastAt } = JSON.parse(text ?? '') as Record<string, unknown>;
    if (typeof seenAt !== 'number' || !(lastAt === null || typeof lastAt === 'number')) return null;
    return { seenAt, lastAt };
  } catch {
    return null;
  }
}

/** Updates the visits: the buyer was seen at `now`. A long enough pause starts a new visit, even if the clock was set back. */
export function seen(visits: Visits | null, now: number): Visits {
  if (!visits) return { seenAt: now, lastAt: null };
  const isBack = Math.abs(now - visits.seenAt) >= limits.visitPauseMs;
  return { seenAt: now, lastAt: isBack ? Math.min(visits.seenAt, now) : visits.lastAt };
}

/** Null until this page has recorded a visit, and in a browser that stores nothing. */
export const lastVisit = createStore<Visits | null>(() => null);

/**
 * Records that the buyer is in the shop: now, and whenever the page is shown, left or used. Follows other
 * tabs, so that all share the same visit. Returns a function that stops it.
 */
export function watchVisits(): () => void {
  let notedAt = Number.NEGATIVE_INFINITY;
  function note(): void {
    const now = Date.now();
    if (Math.abs(now - notedAt) < noteMs) return;
    notedAt = now;
    try {
      const visits = seen(parseVisits(localStorage.getItem(key)), now);
      localStorage.setItem(key, JSON.stringify(visits));
      lastVisit.setState(visits, true);
    } catch {
      // A browser that stores nothing has no last visit.
    }
  }
  const controller = new AbortController();
  const { signal } = controller;
  const follow = (event: StorageEvent) => {
    if (event.key === key) lastVisit.setState(parseVisits(event.newValue), true);
  };
  note();
  addEventListener('storage', follow, { signal });
  addEventListener('pagehide', note, { signal });
  for (const sign of ['visibilitychange', 'pointerdown', 'keydown']) {
    document.addEventListener(sign, note, { signal, passive: true });
  }
  return () => controller.abort();
}
