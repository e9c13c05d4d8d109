import type { User } from '#contract/shop/account.ts';
import { session } from './session.ts';
import { shopClient } from './shop-client.ts';

let newest = 0;

/**
 * Asks who is signed in and takes the answer over, unless the session is another by then or a newer
 * question was put meanwhile. Where the shop can't be reached, what the device knows still holds;
 * false then.
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

/** Shows at once what the server has just accepted, then what it made of it. */
export function changeUser(accepted: Partial<User>): void {
  const { user } = session.getState();
  if (user) session.setUser({ ...user, ...accepted });
  void renewUser();
}
