import { matchPath, paths } from '#contract/shop/paths.ts';

/**
 * Where to go after sign-in: the remembered path if it is one of the shop's own, else home
 * (OP-06). Anything that could leave this origin, or come back to signing in, is not.
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

/** The remembered path for the next screen on the way to the sign-in; nothing where it is home. */
export function passedOn(state: unknown): { readonly from?: string } {
  const from = returnPath(state);
  return from === paths.home.path ? {} : { from };
}
