import { limits } from '#contract/wire/limits.ts';
import type { ListLine, OpProblem, RefusedOp } from '#offline/outbox/rows.ts';
import type { StoreTrouble } from '#offline/stores/account-store.ts';
import { isListLine, isRecord, linesStillSaved } from './first-paint-cache.ts';

const dayMs = 86_400_000;

/** The wishlist as its screen and the hearts show it. */
export interface WishlistView {
  /** The account it belongs to; null for a visitor. */
  readonly accountId: string | null;
  /** Newest first. */
  readonly lines: readonly ListLine[];
  /** Designs whose heart is filled: those in `lines`, and one that is being saved now. */
  readonly ids: ReadonlySet<string>;
  /** Designs in `lines` that the server doesn't have yet. */
  readonly unsentIds: ReadonlySet<string>;
  /** Number of designs archived after a week, which a visitor can restore. */
  readonly archived: number;
  /** ISO 8601, the time of the newest answer, change or pending op; null if there is none. */
  readonly updatedAt: string | null;
  /** ISO 8601, when the server's newest full answer came. */
  readonly answeredAt: string | null;
  /** Older than a week, and the shop can't be reached for a newer one. */
  readonly isStale: boolean;
  /** Number of pending changes of the wishlist; always 0 for a visitor. */
  readonly waiting: number;
  readonly problem: OpProblem | null;
  /** Changes of the wishlist that the server refused. */
  readonly refused: readonly RefusedOp[];
  /** Why changes are lost when the page closes; null: they are stored on the device. */
  readonly trouble: StoreTrouble | null;
  /** False while the stored wishlist can't be read. */
  readonly isRead: boolean;
  /** False while only the first-paint cache is known, nothing is listed and the stored wishlist can't be read, or the server never answered for this account's wishlist. */
  readonly isLoaded: boolean;
  /** Not loaded, although the server was asked: the contents are unknown. */
  readonly isUnanswered: boolean;
}

export function emptyWishlistView(accountId: string | null): WishlistView {
  return {
    accountId,
    lines: [],
    ids: new Set(),
    unsentIds: new Set(),
    archived: 0,
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

export function idsOf(lines: readonly ListLine[]): ReadonlySet<string> {
  return new Set(lines.map((line) => line.productId));
}

/** Adds the lines of the first-paint cache (`saved`) while the stored wishlist can't be read. */
export function withSavedWishlist(view: WishlistView, saved: WishlistView): WishlistView {
  const lines = [...view.lines, ...linesStillSaved(view, saved)];
  return { ...view, lines, ids: idsOf(lines) };
}

/** Whether a wishlist last updated at `updatedAt` (ISO 8601) is older than a week at `now` (ms since 1970). */
export function isExpired(updatedAt: string | null, now: number): boolean {
  return updatedAt !== null && now - Date.parse(updatedAt) > limits.wishlistDays * dayMs;
}

/**
 * How to show an account's wishlist that was opened at `openedAt`. If it is older than a week, it shows only
 * unsent lines until the shop answers. If the shop didn't answer, it shows everything, marked as stale
 * (OP-07).
 */
export function asOpened(view: WishlistView, openedAt: number, gotNoAnswer: boolean): WishlistView {
  const isPast = view.accountId !== null && isExpired(view.updatedAt, openedAt);
  if (!isPast || gotNoAnswer) {
    return { ...view, isStale: isPast, isUnanswered: gotNoAnswer && !view.isLoaded };
  }
  const lines = view.lines.filter((line) => view.unsentIds.has(line.productId));
  return { ...view, lines, ids: idsOf(lines), isLoaded: false };
}

/** The text to store under the local storage key `wishlist`. */
export function wishlistFirstPaint({ accountId, lines, archived }: WishlistView): string {
  return JSON.stringify({ accountId, lines, archived });
}

/**
 * Reads that text for an account at `now` (ms since 1970). Returns an empty wishlist if it belongs to another
 * account, can't be read or is older than a week; a visitor can restore the latter.
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
    const { lines, archived } = saved;
    if (!Array.isArray(lines) || !lines.every(isListLine) || typeof archived !== 'number') {
      return empty;
    }
    if (isExpired(updatedAt, now)) {
      return { ...empty, archived: accountId === null ? archived + lines.length : 0 };
    }
    return { ...empty, lines, ids: idsOf(lines), archived, updatedAt };
  } catch {
    return empty;
  }
}
