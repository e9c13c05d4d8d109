import { createStore } from 'zustand/vanilla';
import { limits } from '#contract/wire/limits.ts';

/** This visit and the one before, in ms since 1970. */
export interface Visits {
  /** When the buyer was last seen in the shop, in whichever tab. */
  readonly seenAt: number;
  /** When the visit before this one ended; null at the first visit. */
  readonly lastAt: number | null;
}

const key = 'visits';
/** Seen again so soon nothing is written anew. */
const noteMs = 60_000;

/** Reads what was remembered; what can't be read is a first visit. */
export function parseVisits(text: string | null): Visits | null {
  try {
    const { seenAt, lastAt } = JSON.parse(text ?? '') as Record<string, unknown>;
    if (typeof seenAt !== 'number' || !(lastAt === null || typeof lastAt === 'number')) return null;
    return { seenAt, lastAt };
  } catch {
    return null;
  }
}

/** The buyer was seen at `now`: a visit of its own after a pause, even where the clock was put back. */
export function seen(visits: Visits | null, now: number): Visits {
  if (!visits) return { seenAt: now, lastAt: null };
  const isBack = Math.abs(now - visits.seenAt) >= limits.visitPauseMs;
  return { seenAt: now, lastAt: isBack ? Math.min(visits.seenAt, now) : visits.lastAt };
}

/** Null until this page was noted, and where the browser keeps nothing. */
export const lastVisit = createStore<Visits | null>(() => null);

/**
 * Notes that somebody is in the shop: now, and whenever the page is shown, left or used. Follows
 * the other tabs, so that all of them know the same visit. Returns the stop.
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
      // A browser that keeps nothing has no last visit.
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
