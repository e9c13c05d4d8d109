import type { Context } from 'hono';
import { getCookie, setCookie } from 'hono/cookie';
import type { Env } from '../env.ts';

/** Browsers keep no cookie longer: 400 days, in milliseconds. */
export const deviceKeptMs = 400 * 86_400_000;

/** Which cookie it is: the shop and the studio have one each, on the paths of their own calls. */
export interface DeviceCookieName {
  readonly name: string;
  readonly path: string;
}

/** The cookie by which a device is recognised at its next sign-in. It proves nothing else. */
export interface DeviceCookie {
  /** 256 random bits; null where the device has none. */
  readonly token: string | null;
  /** Has the browser store a token. */
  save(token: string): void;
}

/** Where a request comes from, for limits. */
export interface Caller {
  /** Its network address. */
  readonly address: string;
  readonly device: DeviceCookie;
}

/** The device cookie of a request. No script reads it and no other site sends it. */
export function deviceCookie(
  context: Context,
  env: Env,
  { name, path }: DeviceCookieName,
): DeviceCookie {
  return {
    token: /^[\w-]{43}$/.exec(getCookie(context, name) ?? '')?.[0] ?? null,
    save(token) {
      setCookie(context, name, token, {
        httpOnly: true,
        sameSite: 'Strict',
        path,
        secure: env.publicUrl.startsWith('https:'),
        maxAge: deviceKeptMs / 1000,
      });
    },
  };
}
