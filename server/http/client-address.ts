import { getConnInfo } from '@hono/node-server/conninfo';
import type { Context } from 'hono';
import type { Services } from '../services.ts';

/** The caller's network address. A forwarded header is believed only from a configured proxy. */
export function clientAddress(services: Services, context: Context): string {
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
