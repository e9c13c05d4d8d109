import { networkInterfaces } from 'node:os';
import type { Env } from '../platform/env.ts';

const everywhere = ['', '0.0.0.0', '::', '[::]'];
const here = ['localhost', '127.0.0.1', '::1', '[::1]'];

type Interfaces = ReturnType<typeof networkInterfaces>;

/** The addresses at which phones in the same network reach the shop: http, because a certificate needs a name. */
export function phoneAddresses(
  { host, port }: Pick<Env, 'host' | 'port'>,
  interfaces: Interfaces = networkInterfaces(),
): readonly string[] {
  if (here.includes(host)) return [];
  if (!everywhere.includes(host))
    return [`http://${host.includes(':') && !host.startsWith('[') ? `[${host}]` : host}:${port}`];
  return Object.values(interfaces)
    .flatMap((addresses = []) => addresses)
    .filter(({ family, internal }) => family === 'IPv4' && !internal)
    .map(({ address }) => `http://${address}:${port}`);
}

/** What the shop lacks at such an address, and how it gets one with https. */
export const phonesNeedHttps =
  'Over plain http a phone can look around and buy. Working offline, installing and notifications need https: a tunnel for an hour, Caddy as in deploy/Caddyfile for good (“Try it on a phone” in docs/operating.md).';

/** How to try the shop from a phone, in lines; none in production, where `PUBLIC_URL` is the phone's address too. */
export function phoneLines(env: Env, interfaces?: Interfaces): readonly string[] {
  if (env.isProduction || env.publicUrl.startsWith('https:')) return [];
  const addresses = phoneAddresses(env, interfaces);
  if (addresses.length > 0) {
    return [`From a phone in the same network: ${addresses.join(' or ')}`, phonesNeedHttps];
  }
  return ['To try it from a phone in the same network: HOST=0.0.0.0 npm start'];
}
