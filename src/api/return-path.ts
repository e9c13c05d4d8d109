import { matchPath, paths } from '#contract/shop/paths.ts';

const longestEmail = 254;

/**
 * Where to go after sign-in: the remembered path if it is one of the shop's, else home (OP-06). Rejects paths
 * that leave this origin or lead back to signing in.
 */
export function returnPath(state: unknown): string {
  const home = paths.home.path;
  if (typeof state !== 'object' || state === null || !('from' in state)) return home;
  const { from } = state;
  if (typeof from !== 'string') return home;
  const base = 'https://shop.invalid';
  if (!URL.canParse(from, base)) return home;
  const url = new URL(from, base);
  const name = matchPath(url.pathname)?.name;
  if (url.origin !== base || !name || name === 'signIn' || name === 'signUp') return home;
  // A mailed link has its token after the #.
  return url.pathname + url.search + url.hash;
}

/** The e-mail that the visitor typed on an earlier screen; empty if none. */
export function typedEmail(state: unknown): string {
  if (typeof state !== 'object' || state === null || !('email' in state)) return '';
  return typeof state.email === 'string' ? state.email.slice(0, longestEmail) : '';
}

/** What screens before the sign-in pass on: the remembered path, unless it is home, and the e-mail, if one was typed. */
export function passedOn(
  state: unknown,
  email = typedEmail(state),
): { readonly from?: string; readonly email?: string } {
  const from = returnPath(state);
  return { ...(from !== paths.home.path && { from }), ...(email.trim() !== '' && { email }) };
}
