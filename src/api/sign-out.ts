import { session } from './session.ts';
import { shopClient } from './shop-client.ts';

/** `deleted`: the server has already ended account and session, so nothing can be sent any more. */
export type SignOutReason = 'logout' | 'deleted';

/** `stay` cancels the sign-out. */
type SignOutHook = (reason: SignOutReason) => Promise<'stay' | undefined>;

const hooks = new Set<SignOutHook>();

/** Runs `hook` before a session ends by sign-out or account deletion, to wipe the account's data. On a sign-out, the token still works. */
export function onSignOut(hook: SignOutHook): () => void {
  hooks.add(hook);
  return () => hooks.delete(hook);
}

/** Runs the hooks, ends the session here and informs the server of a sign-out, without waiting for that. Returns false if a hook cancelled it. */
export async function signOut(reason: SignOutReason = 'logout'): Promise<boolean> {
  const said = await Promise.allSettled([...hooks].map((hook) => hook(reason)));
  if (said.some((hook) => hook.status === 'fulfilled' && hook.value === 'stay')) return false;
  const { accessToken } = session.getState();
  session.clear(true);
  if (accessToken !== null && reason === 'logout') endToken(accessToken);
  return true;
}

/** Ends a session on the server that this page has left. */
export function endToken(token: string): void {
  shopClient.request('logout', { token }).catch(() => {
    // While offline, the token stays valid on the server until its idle limit; here it is already gone.
  });
}
