import type { User } from '#contract/shop/account.ts';
import { session } from './session.ts';
import { shopClient } from './shop-client.ts';

let newest = 0;
let latest: Promise<boolean> = Promise.resolve(false);

/**
 * Fetches the signed-in user. Ignores the answer if the session has changed meanwhile, and waits for that of a newer
 * request if one was made. Returns false if the shop couldn't be asked; the known user stays.
 */
export function renewUser(): Promise<boolean> {
  latest = fetchUser();
  return latest;
}

async function fetchUser(): Promise<boolean> {
  newest += 1;
  const asked = newest;
  const { accessToken } = session.getState();
  if (accessToken === null) return false;
  const user = await shopClient.request('me').then(
    (answer) => answer.user,
    () => null,
  );
  if (asked !== newest) return latest;
  if (user && session.getState().accessToken === accessToken) session.setUser(user);
  return user !== null;
}

/** Shows accepted changes at once, then fetches the user as the server stored it. */
export function changeUser(accepted: Partial<User>): void {
  const { user } = session.getState();
  if (user) session.setUser({ ...user, ...accepted });
  void renewUser();
}
