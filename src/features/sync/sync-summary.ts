import type { SyncFacts } from './chip-text.ts';

/** The state of the changes in a sentence or two: the intro of their list. */
export function syncSummary(facts: SyncFacts): string {
  const { isReached, isShopFull, blocked, waiting, refused, savedSince } = facts;
  if (blocked) {
    const answer = blocked.status
      ? `status ${blocked.status}`
      : 'the answer didn’t come from the shop';
    return `Something between this device and the shop is blocking the connection (${answer}). ${fate(facts)}`;
  }
  if (!isReached) {
    return waiting > 0
      ? `The shop can’t be reached. ${fate(facts)}`
      : 'The shop can’t be reached. You’re seeing what was saved on this device.';
  }
  if (isShopFull) return `The shop’s storage is full. ${fate(facts)}`;
  if (savedSince !== null)
    return 'The shop hasn’t answered yet. You’re seeing what was saved on this device.';
  if (waiting > 0) return 'Sending these changes to the shop.';
  return refused > 0 ? 'Some changes failed.' : 'Nothing is waiting.';
}

/** What will happen to the pending changes. */
function fate({ waiting, isStored }: SyncFacts): string {
  const changes = waiting === 1 ? 'Your change' : `Your ${waiting} changes`;
  if (!isStored) return `${changes} will be sent if you keep this page open.`;
  return `${changes} ${waiting === 1 ? 'is' : 'are'} saved and will be sent.`;
}
