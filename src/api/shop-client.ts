import { createClient } from './client.ts';
import { session } from './session.ts';

const expiryListeners = new Set<() => void>();

/** Runs `listener` when the server has ended the session that the shop believed in. */
export function onSessionExpired(listener: () => void): () => void {
  expiryListeners.add(listener);
  return () => expiryListeners.delete(listener);
}

/** The page's client, with the page's session. */
export const shopClient = createClient({
  token: () => session.getState().accessToken,
  onSignedOut(token) {
    // A late answer to an earlier session says nothing about this one.
    if (session.getState().accessToken !== token) return;
    session.clear();
    for (const listener of expiryListeners) listener();
  },
});
