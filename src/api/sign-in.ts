import type { User } from '#contract/shop/account.ts';
import { session } from './session.ts';
import { endToken } from './sign-out.ts';

/** Takes a new session over. One that it replaces is ended at the server, and that isn't waited for. */
export function signIn(user: User, token: string): void {
  const { accessToken } = session.getState();
  session.setUser(user, token);
  if (accessToken !== null && accessToken !== token) endToken(accessToken);
}
