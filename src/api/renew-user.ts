import type { User } from '#contract/shop/account.ts';
import { session } from './session.ts';
import { shopClient } from './shop-client.ts';

let newest = 0;

/**
 * Fetches the signed-in user. Ignores the answer if the session has changed or a newer request was made
 * meanwhile. Returns false if the shop couldn't be asked; the known user stays.
 */
export async function renewUser(): Promise<boolean> {
  newest += 1;
  const asked = newest;
  const { accessToken } = session.getState();
  if (accessToken === null) return false;
  try {
    const { user } = await shopClient.request('me');
    const isSame = session.getState().accessToken === accessToken;
    if (asked === newest && isSame) session.setUser(user);
    return true;
  } catch {
    return false;
  }
}

/** Shows accepted changes at once, then fetches the user as the server stored it. */
export function changeUser(accepted: Partial<User>): void {
  const { user } = session.getState();
  if (user) session.setUser({ ...user, ...accepted });
  void renewUser();
}
