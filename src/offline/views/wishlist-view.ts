import { limits } from '#contract/wire/limits.ts';
import type { OpProblem, RefusedOp, SetLine } from '#offline/outbox/rows.ts';
import type { StoreTrouble } from '#offline/stores/account-store.ts';
import { isRecord, isSetLine, linesStillSaved } from './first-paint-cache.ts';

const dayMs = 86_400_000;

/** The wishlist as hearts and its screen show it. */
export interface WishlistView {
  /** Whose it is; null for a visitor. */
  readonly accountId: string | null;
  /** Newest first. */
  readonly lines: readonly SetLine[];
  /** Designs whose heart is filled: those of the lines, and one that is being written just now. */
  readonly ids: ReadonlySet<string>;
  /** Designs of these lines that the server has not got. */
  readonly unsentIds: ReadonlySet<string>;
  /** Designs put away after a week, which a visitor can have back. */
  readonly putAway: number;
  /** ISO 8601: the newest of answers, changes and waiting ops; null where nothing ever happened. */
  readonly updatedAt: string | null;
  /** ISO 8601, the server's newest full answer. */
  readonly answeredAt: string | null;
  /** Past its week, and the shop can't be asked for a newer one. */
  readonly isStale: boolean;
  /** Changes of the wishlist that the server has not got yet; a visitor's aren't counted. */
  readonly waiting: number;
  readonly problem: OpProblem | null;
  /** Changes of the wishlist that could not be done. */
  readonly refused: readonly RefusedOp[];
  /** Why what is changed lives only as long as the page; null: it is on the device. */
  readonly trouble: StoreTrouble | null;
  /** False while what the device keeps of it can't be read. */
  readonly isRead: boolean;
  /** False while only the first paint's copy is known, or the shop never answered this account's wishlist. */
  readonly isLoaded: boolean;
  /** Not loaded, and asked for in vain: what is in it is unknown. */
  readonly isUnanswered: boolean;
}

export function emptyWishlistView(accountId: string | null): WishlistView {
  return {
    accountId,
    lines: [],
    ids: new Set(),
    unsentIds: new Set(),
    putAway: 0,
    updatedAt: null,
    answeredAt: null,
    isStale: false,
    waiting: 0,
    problem: null,
    refused: [],
    trouble: null,
    isRead: true,
    isLoaded: false,
    isUnanswered: false,
  };
}

export function idsOf(lines: readonly SetLine[]): ReadonlySet<string> {
  return new Set(lines.map((line) => line.productId));
}

/** With what the first paint's copy says (`saved`), while what the device keeps can't be read. */
export function withSavedWishlist(view: WishlistView, saved: WishlistView): WishlistView {
  const lines = [...view.lines, ...linesStillSaved(view, saved)];
  return { ...view, lines, ids: idsOf(lines) };
}

/** Whether a wishlist last updated then (ISO 8601) is past its week at `now` (ms since 1970). */
export function isExpired(updatedAt: string | null, now: number): boolean {
  return updatedAt !== null && now - Date.parse(updatedAt) > limits.wishlistDays * dayMs;
}

/**
 * An account's wishlist as it is shown after opening it at `openedAt`. Past its week it is emptied
 * and filled again by the shop's answer, but for what the shop has not got; asked in vain, it
 * shows as it was and is marked stale (OP-07).
 */
export function asOpened(
  view: WishlistView,
  openedAt: number,
  isAskedInVain: boolean,
): WishlistView {
  const isPast = view.accountId !== null && isExpired(view.updatedAt, openedAt);
  if (!isPast || isAskedInVain) {
    return { ...view, isStale: isPast, isUnanswered: isAskedInVain && !view.isLoaded };
  }
  const lines = view.lines.filter((line) => view.unsentIds.has(line.productId));
  return { ...view, lines, ids: idsOf(lines), isLoaded: false };
}

/** The text of the local storage key `wishlist`. */
export function wishlistFirstPaint({ accountId, lines, putAway }: WishlistView): string {
  return JSON.stringify({ accountId, lines, putAway });
}

/**
 * Reads that text for an account at `now` (ms since 1970); another account's, or one that can't be
 * read, shows nothing. One past its week is emptied; a visitor's can be had back.
 */
export function readWishlistFirstPaint(
  text: string | null,
  updatedAt: string | null,
  accountId: string | null,
  now: number,
): WishlistView {
  const empty = emptyWishlistView(accountId);
  if (text === null) return empty;
  try {
    const saved: unknown = JSON.parse(text);
    if (!isRecord(saved) || saved.accountId !== accountId) return empty;
    const { lines, putAway } = saved;
    if (!Array.isArray(lines) || !lines.every(isSetLine) || typeof putAway !== 'number') {
      return empty;
    }
    if (isExpired(updatedAt, now)) {
      return { ...empty, putAway: accountId === null ? putAway + lines.length : 0 };
    }
    return { ...empty, lines, ids: idsOf(lines), putAway, updatedAt };
  } catch {
    return empty;
  }
}
