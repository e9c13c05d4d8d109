import { isIPv6 } from 'node:net';
import { getConnInfo } from '@hono/node-server/conninfo';
import type { Context } from 'hono';
import type { Services } from '../services.ts';

/**
 * The caller's network address, for limits: of IPv6 the /64 that one customer has all of. A forwarded
 * header is believed only from a configured proxy.
 */
export function clientAddress(services: Services, context: Context): string {
  return networkOf(hostAddress(services, context));
}

function hostAddress(services: Services, context: Context): string {
  const peer = peerAddress(context);
  if (!services.env.trustedProxies.includes(peer)) return peer;
  const forwarded = (context.req.header('x-forwarded-for') ?? '')
    .split(',')
    .map((part) => part.trim());
  // The last address that is not a proxy of ours: what comes before it, the client may have made up.
  return (
    forwarded.findLast((part) => part !== '' && !services.env.trustedProxies.includes(part)) ?? peer
  );
}

function peerAddress(context: Context): string {
  // A request made without a socket, as tests do, has no peer.
  if (!context.env?.incoming) return 'local';
  const address = getConnInfo(context).remote.address ?? 'unknown';
  return address.replace(/^::ffff:/, '');
}

function networkOf(address: string): string {
  if (!isIPv6(address)) return address;
  const [before = '', after] = address.replace(/%.*/, '').split('::');
  const groups = before.split(':').filter(Boolean);
  const last = after?.split(':').filter(Boolean) ?? [];
  const zeroes = Array.from({ length: 8 - groups.length - last.length }, () => '0');
  const network = [...groups, ...zeroes, ...last].slice(0, 4);
  return `${network.map((group) => Number.parseInt(group, 16).toString(16)).join(':')}::/64`;
}
