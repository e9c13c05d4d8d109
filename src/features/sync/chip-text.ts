import type { StoredChanges } from '#offline/stores/stored-changes.ts';
import type { SyncView } from '#offline/views/sync-view.ts';
import { savedAgo } from '#ui/time-ago.ts';

/** What the chip in the header speaks of. */
export interface SyncFacts {
  readonly isReached: boolean;
  /** The shop answered that its storage is full: a change stays on this device until there is room. */
  readonly isShopFull: boolean;
  /** Changes that the shop has not got. */
  readonly waiting: number;
  /** Changes of somebody whose session ended. */
  readonly stored: StoredChanges | null;
  /** Changes that could not be done. */
  readonly refused: number;
  readonly isSending: boolean;
  /** Something that waited just now waits no more. */
  readonly isJustSaved: boolean;
  /** Something between the device and the shop keeps the changes from it. */
  readonly blocked: SyncView['blocked'];
  /** False where the changes live as long as the page. */
  readonly isKept: boolean;
  /** Since when the oldest thing on the screen has been kept (ISO 8601); null: it is fresh. */
  readonly keptSince: string | null;
}

/** The chip's words, or null when there is nothing to say. `now` in ms since 1970. */
export function chipText(facts: SyncFacts, now: number): string | null {
  const parts: string[] = [];
  if (facts.blocked) parts.push('Blocked');
  else if (!facts.isReached) parts.push('Offline');
  // Whether the shop can be reached isn't known while nothing has come of the question.
  else if (facts.isShopFull) parts.push('Shop full');
  else if (facts.keptSince !== null) parts.push('No answer yet');
  if (facts.waiting > 0) {
    const isOnItsWay = facts.isSending && facts.isReached && !facts.blocked;
    parts.push(isOnItsWay ? 'Sending…' : `${changes(facts.waiting)} waiting`);
  } else if (facts.isJustSaved && facts.refused === 0) parts.push('All saved');
  if (facts.stored) parts.push(`${changes(facts.stored.count)} of ${facts.stored.owner} stored`);
  if (facts.refused > 0) parts.push(`${changes(facts.refused)} could not be done`);
  if (facts.keptSince !== null) parts.push(savedAgo(facts.keptSince, now));
  return parts.length > 0 ? parts.join(' · ') : null;
}

export function changes(count: number): string {
  return count === 1 ? '1 change' : `${count} changes`;
}
