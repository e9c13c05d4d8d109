import { useSyncExternalStore } from 'react';
import { session } from './session.ts';

/**
 * Runs `listener` whenever the session leaves an account, in any tab, so that the page drops what it still
 * has of that account. Returns a function that stops it.
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

/** How many accounts this page has seen leave. As a React key it resets forms filled in for one account. */
export function useLeftAccounts(): number {
  return useSyncExternalStore(session.subscribe, () => left);
}
