import type { Context } from 'hono';
import { deleteCookie, getCookie, setCookie } from 'hono/cookie';
import { studioApiPath } from '#contract/studio/calls.ts';
import { studioAbsoluteMs } from './sessions.ts';

export const sessionCookie = 'pinwheel-studio';

/**
 * The studio's session is sent in this cookie and nowhere else: no script can read it, no other site can send
 * it, and only the studio's calls receive it. Without a domain it stays with this host.
 */
function attributes(publicUrl: string) {
  return {
    httpOnly: true,
    sameSite: 'Strict',
    path: studioApiPath,
    secure: publicUrl.startsWith('https:'),
  } as const;
}

/** The token sent with a request, or null. */
export function sessionToken(context: Context): string | null {
  return /^[\w-]{20,100}$/.exec(getCookie(context, sessionCookie) ?? '')?.[0] ?? null;
}

/** Stores a session in the browser, at most for as long as it can live. */
export function keepSession(context: Context, publicUrl: string, token: string): void {
  setCookie(context, sessionCookie, token, {
    ...attributes(publicUrl),
    maxAge: studioAbsoluteMs / 1000,
  });
}

/** Deletes the session from the browser. */
export function forgetSession(context: Context, publicUrl: string): void {
  deleteCookie(context, sessionCookie, attributes(publicUrl));
}
