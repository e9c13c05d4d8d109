import { matchPath, paths } from '#contract/shop/paths.ts';

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
  return url.pathname + url.search;
}

/** The remembered path, to pass on to the next screen before the sign-in; empty if it is home. */
export function passedOn(state: unknown): { readonly from?: string } {
  const from = returnPath(state);
  return from === paths.home.path ? {} : { from };
}
