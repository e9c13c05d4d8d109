import { session } from './session.ts';
import { shopClient } from './shop-client.ts';

/** `deleted`: the server has ended account and session already, so nothing can be sent any more. */
export type SignOutReason = 'logout' | 'deleted';

/** `stay` calls the sign-out off. */
type SignOutHook = (reason: SignOutReason) => Promise<'stay' | undefined>;

const hooks = new Set<SignOutHook>();

/** Runs `hook` before a session ends by Logout or with its account: to wipe what belongs to the account. At a Logout its token still holds. */
export function onSignOut(hook: SignOutHook): () => void {
  hooks.add(hook);
  return () => hooks.delete(hook);
}

/** Hooks, then the session is gone here; the server is told of a Logout, and not waited for. False: it was called off. */
export async function signOut(reason: SignOutReason = 'logout'): Promise<boolean> {
  const said = await Promise.allSettled([...hooks].map((hook) => hook(reason)));
  if (said.some((hook) => hook.status === 'fulfilled' && hook.value === 'stay')) return false;
  const { accessToken } = session.getState();
  session.clear(true);
  if (accessToken !== null && reason === 'logout') endToken(accessToken);
  return true;
}

/** Tells the server that a session is over that this page has left. */
export function endToken(token: string): void {
  shopClient.request('logout', { token }).catch(() => {
    // Offline the token stays valid at the server until its idle limit; here it is gone already.
  });
}
