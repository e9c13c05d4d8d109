import { getConnInfo } from '@hono/node-server/conninfo';
import type { Context } from 'hono';
import type { Env } from '../env.ts';
import { type IpAddress, isInRange, parseIpAddress } from '../ip-address.ts';
import type { Services } from '../services/services.ts';

/** How many 16-bit groups of an IPv6 address identify a provider's customer. */
const networkGroups = 4;

/**
 * The caller's network address, for limits: an IPv4 address or an IPv6 /64. X-Forwarded-For is trusted only
 * from a configured proxy.
 */
export function clientAddress(services: Services, context: Context): string {
  const peer = parseIpAddress(peerOf(context));
  if (!peer) return 'unknown';
  if (!isTrusted(services.env, peer)) return networkOf(peer);
  const forwarded = (context.req.header('x-forwarded-for') ?? '').split(',').reverse();
  // Takes the last address that isn't one of our proxies: the client may have invented what comes before it.
  for (const part of forwarded) {
    const address = parseIpAddress(part.trim());
    if (!address) return networkOf(peer);
    if (!isTrusted(services.env, address)) return networkOf(address);
  }
  return networkOf(peer);
}

/** The address that the connection comes from. A request without a socket, as in tests, comes from 127.0.0.1. */
export function peerOf(context: Context): string {
  return (context.env?.incoming ? getConnInfo(context).remote.address : '127.0.0.1') ?? '';
}

/** Whether a connection from this address comes from one of our proxies. */
export function isTrustedProxy(env: Env, remoteAddress: string): boolean {
  const peer = parseIpAddress(remoteAddress);
  return peer !== null && isTrusted(env, peer);
}

/** Whether a connection comes from one of our proxies, which doesn't say for whom: then all visitors share its address. */
export function isSilentProxy(env: Env, remoteAddress: string, headers: Headers): boolean {
  const last = (headers.get('x-forwarded-for') ?? '').split(',').at(-1) ?? '';
  return isTrustedProxy(env, remoteAddress) && parseIpAddress(last.trim()) === null;
}

/** In which CDNs say who their visitor is. */
const cdnHeaders = ['cf-connecting-ip', 'true-client-ip', 'fastly-client-ip'] as const;

/** Whether a CDN names another visitor than the one that the shop takes: then all visitors of one of its servers share an address. */
export function isHiddenByCdn(services: Services, context: Context): boolean {
  return cdnHeaders.some((name) => {
    const visitor = parseIpAddress(context.req.header(name)?.trim() ?? '');
    return visitor !== null && networkOf(visitor) !== clientAddress(services, context);
  });
}

function isTrusted({ trustedProxies }: Env, address: IpAddress): boolean {
  return trustedProxies.some((range) => isInRange(address, range));
}

function networkOf(address: IpAddress): string {
  if (address.kind() === 'ipv4') return address.toString();
  const bytes = address.toByteArray();
  const groups = Array.from({ length: networkGroups }, (_, group) => {
    const [high = 0, low = 0] = bytes.slice(2 * group);
    return (256 * high + low).toString(16);
  });
  return `${groups.join(':')}::/64`;
}
