import { useSyncExternalStore } from 'react';
import { session } from './session.ts';

/**
 * Runs `listener` whenever the session leaves an account, in whichever tab that was done: what a
 * page still holds of it is not for whoever comes next. Returns the stop.
 */
export function onAccountLeft(listener: () => void): () => void {
  return session.subscribe(({ user }, previous) => {
    if (previous.user !== null && previous.user._id !== user?._id) listener();
  });
}

let left = 0;
onAccountLeft(() => {
  left += 1;
});

/** How many accounts this page has seen leave: as a key it starts anew what was filled in for one. */
export function useLeftAccounts(): number {
  return useSyncExternalStore(session.subscribe, () => left);
}
