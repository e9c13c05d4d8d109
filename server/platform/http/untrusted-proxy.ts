import type { HttpBindings } from '@hono/node-server';
import type { Hono } from 'hono';
import type { Env } from '../env.ts';
import { parseIpAddress } from '../ip-address.ts';
import type { Services } from '../services/services.ts';
import { isTrustedProxy } from './client-address.ts';

/** What proxies add to a request, and browsers never send. */
const forwardedHeaders = [
  'x-forwarded-for',
  'forwarded',
  'x-real-ip',
  'x-client-ip',
  'x-forwarded-host',
  'x-forwarded-proto',
  'via',
] as const;

/** Where only this machine or its own network connects from. */
const ownRanges: ReadonlySet<string> = new Set([
  'loopback',
  'private',
  'linkLocal',
  'uniqueLocal',
  'carrierGradeNat',
]);

/**
 * Whether a request came through a proxy of this network that TRUST_PROXY doesn't name. All its visitors then share one
 * address, and with it the limits: a hundred wrong passwords of one refuse everybody. `peer` is the address of the
 * connection. A header from elsewhere may be a visitor's invention.
 */
export function isUntrustedProxy(env: Env, peer: string, headers: Headers): boolean {
  const address = parseIpAddress(peer);
  if (!address || !ownRanges.has(address.range()) || isTrustedProxy(env, peer)) return false;
  return forwardedHeaders.some((name) => headers.has(name));
}

/** Logs the first request that came through an untrusted proxy. */
export function withProxyWarning(
  app: Pick<Hono, 'fetch'>,
  { env, log }: Pick<Services, 'env' | 'log'>,
): Pick<Hono, 'fetch'> {
  let isLogged = false;
  return {
    fetch(request, bindings, context) {
      const peer = (bindings as HttpBindings).incoming.socket.remoteAddress ?? '';
      if (!isLogged && isUntrustedProxy(env, peer, request.headers)) {
        isLogged = true;
        log.warn({ proxy: peer }, untrustedProxyText);
      }
      return app.fetch(request, bindings, context);
    },
  };
}

export const untrustedProxyText =
  'Requests come through a proxy that TRUST_PROXY doesn’t name, so all visitors count as one: a hundred wrong passwords of one lock everybody out.';
