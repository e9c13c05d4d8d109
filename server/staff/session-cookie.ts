import type { Context } from 'hono';
import { deleteCookie, getCookie, setCookie } from 'hono/cookie';
import { studioApiBase } from '#contract/studio/calls.ts';
import type { Env } from '../platform/env.ts';
import { studioAbsoluteMs } from './sessions.ts';

/** The name of the studio's cookie. */
export const sessionCookie = 'pinwheel-studio';

/**
 * A studio's session travels in this cookie and nowhere else: no script reads it, no other site
 * sends it, and only the studio's calls get it. Without a domain it stays with this very host.
 */
function attributes(env: Env) {
  return {
    httpOnly: true,
    sameSite: 'Strict',
    path: studioApiBase,
    secure: env.publicUrl.startsWith('https:'),
  } as const;
}

/** The token that came with a request, or null. */
export function sessionToken(context: Context): string | null {
  return /^[\w-]{20,100}$/.exec(getCookie(context, sessionCookie) ?? '')?.[0] ?? null;
}

/** Has the browser keep a session, at most as long as it can live. */
export function keepSession(context: Context, env: Env, token: string): void {
  setCookie(context, sessionCookie, token, { ...attributes(env), maxAge: studioAbsoluteMs / 1000 });
}

/** Has the browser forget the session. */
export function forgetSession(context: Context, env: Env): void {
  deleteCookie(context, sessionCookie, attributes(env));
}
