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
      ? context.req.header('origin') === new URL(publicUrl).origin
      : site === 'same-origin';
  if (!isOurs) throw new Problem('FORBIDDEN', 'This can only be done from the studio itself.');
}
