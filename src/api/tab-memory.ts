import type { SavedSession } from './saved-session.ts';
import { scrollKey } from './scroll-key.ts';
import { shopCache } from './shop-cache.ts';

const ownerKey = 'tab-account';
/** Set and taken away again, so that the other tabs hear of it. */
const forgetKey = 'forget-seen';

/**
 * Forgets what this tab remembers once the account that used it has logged out, in whichever tab, or
 * somebody else signed in. One whose session only ended may be back.
 */
export function followTabOwner({ user, ended }: SavedSession): void {
  try {
    const owner = sessionStorage.getItem(ownerKey);
    const now = user?._id ?? ended?.accountId ?? null;
    if (owner !== null && owner !== now) forgetTab();
    if (now !== null) sessionStorage.setItem(ownerKey, now);
  } catch {
    // Where storage is blocked nothing was remembered.
  }
}

/** All that this tab remembers: an order not paid yet, fields half filled in, answers it asked for. */
export function forgetTab(): void {
  shopCache.forgetUnused();
  try {
    sessionStorage.clear();
  } catch {
    // Where storage is blocked nothing was remembered.
  }
}

/** What the open tabs remember of what was looked at. */
export function forgetSeenInTabs(): void {
  forgetSeenHere();
  try {
    localStorage.setItem(forgetKey, '');
    localStorage.removeItem(forgetKey);
  } catch {
    // Where storage is blocked nothing was remembered.
  }
}

/** Forgets with the other tabs. Returns the stop. */
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
    // Where storage is blocked nothing was remembered.
  }
}
