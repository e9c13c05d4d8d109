import type { SyncFacts } from '#features/sync/chip-text.ts';

/** Nothing waits, and the shop is reached. */
export const calm: SyncFacts = {
  isShopFull: false,
  isReached: true,
  waiting: 0,
  refused: 0,
  stored: null,
  isSending: false,
  isJustSaved: false,
  savedSince: null,
  blocked: null,
  isStored: true,
};
