import type { Context } from 'hono';
import { Problem } from '../platform/http/problem.ts';

/**
 * Refuses a request that, by its browser's headers, no page of this origin sent. The cookie is
 * SameSite=Strict; this check also covers a sibling host of the same site. Browsers omit Sec-Fetch-Site only
 * without TLS; then Origin decides.
 * @throws FORBIDDEN
 */
export function assertSameOrigin(context: Context, publicUrl: string): void {
  const site = context.req.header('sec-fetch-site');
  const isOurs =
    site === undefined
      ? ownOrigins(context, publicUrl).includes(context.req.header('origin') ?? '')
      : site === 'same-origin';
  if (!isOurs) throw new Problem('FORBIDDEN', 'This can only be done from the studio itself.');
}

/** A shop that is tried out over plain http also has the addresses of its machine in the network. */
function ownOrigins(context: Context, publicUrl: string): readonly string[] {
  const { origin, protocol } = new URL(publicUrl);
  return protocol === 'http:' ? [origin, new URL(context.req.url).origin] : [origin];
}
