import type { SavedSession } from './saved-session.ts';
import { scrollKey } from './scroll-key.ts';
import { shopCache } from './shop-cache.ts';

const ownerKey = 'tab-account';
/** Set and removed again, to notify other tabs. */
const forgetKey = 'forget-seen';

/**
 * Clears this tab's memory once its account has signed out, in any tab, or somebody else has signed in. Does
 * nothing if the session only ended, because its owner may return.
 */
export function followTabOwner({ user, ended }: SavedSession): void {
  try {
    const owner = sessionStorage.getItem(ownerKey);
    const now = user?._id ?? ended?.accountId ?? null;
    if (owner !== null && owner !== now) forgetTab();
    if (now !== null) sessionStorage.setItem(ownerKey, now);
  } catch {
    // If storage is blocked, nothing was stored.
  }
}

/** Clears all that this tab stores: an unpaid order, half-filled fields, fetched answers. */
export function forgetTab(): void {
  shopCache.forgetUnused();
  try {
    sessionStorage.clear();
  } catch {
    // If storage is blocked, nothing was stored.
  }
}

/** Clears what all open tabs store of what the buyer looked at. */
export function forgetSeenInTabs(): void {
  forgetSeenHere();
  try {
    localStorage.setItem(forgetKey, '');
    localStorage.removeItem(forgetKey);
  } catch {
    // If storage is blocked, nothing was stored.
  }
}

/** Follows `forgetSeenInTabs` of other tabs. Returns a function that stops it. */
export function watchForgetting(): () => void {
  const onStorage = ({ key, newValue }: StorageEvent) => {
    if (key === forgetKey && newValue !== null) forgetSeenHere();
  };
  addEventListener('storage', onStorage);
  return () => removeEventListener('storage', onStorage);
}

function forgetSeenHere(): void {
  shopCache.forgetUnused();
  try {
    sessionStorage.removeItem(scrollKey);
  } catch {
    // If storage is blocked, nothing was stored.
  }
}
