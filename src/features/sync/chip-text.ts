import { counted } from '#contract/wire/counted.ts';
import type { StoredChanges } from '#offline/stores/stored-changes.ts';
import type { SyncView } from '#offline/views/sync-view.ts';
import { savedAgo } from '#ui/time-ago.ts';

/** The facts that the sync chip in the header shows. */
export interface SyncFacts {
  readonly isReached: boolean;
  /** The shop answered that its storage is full: changes stay on this device until there is room. */
  readonly isShopFull: boolean;
  /** Number of pending changes. */
  readonly waiting: number;
  /** Pending changes of an account whose session ended. */
  readonly stored: StoredChanges | null;
  /** Number of changes that failed. */
  readonly refused: number;
  readonly isSending: boolean;
  /** A pending change was sent a moment ago. */
  readonly isJustSaved: boolean;
  /** Something between the device and the shop blocks the changes. */
  readonly blocked: SyncView['blocked'];
  /** False if the changes only live as long as the page. */
  readonly isStored: boolean;
  /** Since when the oldest data on the screen has been stored (ISO 8601); null: it is fresh. */
  readonly savedSince: string | null;
}

/** The text of the chip, or null when there is nothing to show. `now` in ms since 1970. */
export function chipText(facts: SyncFacts, now: number): string | null {
  const parts: string[] = [];
  if (facts.blocked) parts.push('Blocked');
  else if (!facts.isReached) parts.push('Offline');
  // While the request hasn't been answered, it isn't known whether the shop can be reached.
  else if (facts.isShopFull) parts.push('Shop storage full');
  else if (facts.savedSince !== null) parts.push('No answer yet');
  if (facts.waiting > 0) {
    const isOnItsWay = facts.isSending && facts.isReached && !facts.blocked;
    parts.push(isOnItsWay ? 'Sending…' : `${counted(facts.waiting, 'change')} waiting`);
  } else if (facts.isJustSaved && facts.refused === 0) parts.push('All saved');
  if (facts.stored)
    parts.push(`${counted(facts.stored.count, 'change')} by ${facts.stored.owner} stored`);
  if (facts.refused > 0) parts.push(`${counted(facts.refused, 'change')} failed`);
  if (facts.savedSince !== null) parts.push(savedAgo(facts.savedSince, now));
  return parts.length > 0 ? parts.join(' · ') : null;
}
