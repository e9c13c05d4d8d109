import type { User } from '#contract/shop/account.ts';
import { session } from './session.ts';
import { endToken } from './sign-out.ts';

/** Starts a new session. Ends a replaced session on the server, without waiting for that. */
export function signIn(user: User, token: string): void {
  const { accessToken } = session.getState();
  session.setUser(user, token);
  if (accessToken !== null && accessToken !== token) endToken(accessToken);
}
