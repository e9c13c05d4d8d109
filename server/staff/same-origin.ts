import type { Context } from 'hono';
import type { Env } from '../platform/env.ts';
import { Problem } from '../platform/http/problem.ts';

/**
 * Throws FORBIDDEN unless a page of this very origin sent the request, as its browser says: the
 * cookie is SameSite=Strict, and this holds where a sibling host shares the site. Browsers leave
 * Sec-Fetch-Site away only where the shop is reached without TLS; then Origin tells.
 */
export function assertSameOrigin(context: Context, env: Env): void {
  const site = context.req.header('sec-fetch-site');
  const isOurs =
    site === undefined
      ? context.req.header('origin') === new URL(env.publicUrl).origin
      : site === 'same-origin';
  if (!isOurs) throw new Problem('FORBIDDEN', 'This can only be done from the studio itself.');
}
