import { session } from './session.ts';
import { shopClient } from './shop-client.ts';

type SignOutHook = () => void | Promise<void>;

const hooks = new Set<SignOutHook>();

/** Runs `hook` before a session ends by Logout, while its token still holds: to wipe what belongs to the account. */
export function onSignOut(hook: SignOutHook): () => void {
  hooks.add(hook);
  return () => hooks.delete(hook);
}

/** Logout: hooks, then the session is gone here; the server is told, and not waited for. */
export async function signOut(): Promise<void> {
  await Promise.allSettled([...hooks].map(async (hook) => hook()));
  const { accessToken } = session.getState();
  session.clear();
  if (accessToken === null) return;
  shopClient.request('logout', { token: accessToken }).catch(() => {
    // Offline the token stays valid at the server until its idle limit; here it is gone already.
  });
}
