import type { Context } from 'hono';
import { getCookie, setCookie } from 'hono/cookie';

/** The longest that browsers keep a cookie: 400 days, in ms. */
export const deviceKeptMs = 400 * 86_400_000;

/** A device cookie: the shop and the studio have one each, on the paths of their own calls. */
export interface DeviceCookieName {
  readonly name: string;
  readonly path: string;
}

/** The cookie that recognises a device at its next sign-in. It proves nothing else. */
export interface DeviceCookie {
  /** 256 random bits; null if the device has none. */
  readonly token: string | null;
  /** Stores a token in the browser. */
  save(token: string): void;
}

/** Who sends a request, for limits. */
export interface Caller {
  /** Its network address. */
  readonly address: string;
  readonly device: DeviceCookie;
}

/** The device cookie of a request. No script can read it and no other site can send it. */
export function deviceCookie(
  context: Context,
  publicUrl: string,
  { name, path }: DeviceCookieName,
): DeviceCookie {
  return {
    token: /^[\w-]{43}$/.exec(getCookie(context, name) ?? '')?.[0] ?? null,
    save(token) {
      setCookie(context, name, token, {
        httpOnly: true,
        sameSite: 'Strict',
        path,
        secure: publicUrl.startsWith('https:'),
        maxAge: deviceKeptMs / 1000,
      });
    },
  };
}
