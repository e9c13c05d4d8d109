import { Readable } from 'node:stream';
import type { Context, Hono } from 'hono';
import { accountOf, mayCall } from '../http/account.ts';
import { Problem } from '../http/problem.ts';
import type { Services } from '../services.ts';
import { type BoughtFile, boughtFile } from './bought-file.ts';
import { readRange } from './byte-range.ts';
import { attachment } from './safe-name.ts';
import { claimOf, linkLifeMs, signedPath } from './signed-link.ts';

/** Paid downloads (OP-21): a stable address for the owner's session leads to a short-lived signed one. */
export function downloadRoutes(app: Hono, services: Services): void {
  app.get('/api/orders/:orderId/items/:itemId/download/:file?', async (context) => {
    const account = await accountOf(services, context);
    mayCall('account', account);
    const { orderId, itemId, file } = context.req.param();
    if (!account || (file !== undefined && !/^\d{1,4}$/.test(file))) throw absent();
    const wanted = {
      accountId: account.id,
      orderId,
      itemId,
      file: file === undefined ? null : Number(file),
    };
    const { name } = await boughtFile(services.database, wanted);
    const expiresAt = services.clock().getTime() + linkLifeMs;
    context.header('Cache-Control', 'no-store');
    return context.redirect(signedPath(services.signingKey, { ...wanted, expiresAt }, name), 302);
  });

  app.get('/files/*', async (context) => {
    const claim = claimOf(services.signingKey, new URL(context.req.url).pathname);
    if (!claim) throw absent();
    if (claim.expiresAt < services.clock().getTime()) {
      throw new Problem('FORBIDDEN', 'This link has expired. Please start the download again.');
    }
    // The link alone is enough, but not together with somebody else's session.
    const account = await accountOf(services, context);
    if (account && account.id !== claim.accountId) throw absent();
    return fileAnswer(services, context, await boughtFile(services.database, claim));
  });
}

function absent(): Problem {
  return new Problem('NOT_FOUND', 'There is no such download.');
}

async function fileAnswer(
  services: Services,
  context: Context,
  file: BoughtFile,
): Promise<Response> {
  const stored = await services.files.statOriginal(file.sha256);
  if (!stored) {
    services.log.error({ sha256: file.sha256 }, 'a bought file is not in the store');
    throw new Problem('UNAVAILABLE', 'This file cannot be read right now. Please try again soon.', {
      retryAfter: 60,
    });
  }
  const etag = `"${file.sha256}"`;
  const digest = Buffer.from(file.sha256, 'hex').toString('base64');
  const headers = new Headers({
    ETag: etag,
    // Nobody between us and the buyer may keep or alter it.
    'Cache-Control': 'private, no-cache, no-transform',
    'Accept-Ranges': 'bytes',
    'Content-Security-Policy': "sandbox; default-src 'none'",
    'Content-Disposition': attachment(file.name),
    'Content-Type': file.mediaType,
    'X-Content-Type-Options': 'nosniff',
    'Repr-Digest': `sha-256=:${digest}:`,
  });
  if (matches(context.req.header('if-none-match'), etag)) {
    return new Response(null, { status: 304, headers });
  }
  const ifRange = context.req.header('if-range');
  const isSame = ifRange === undefined || ifRange.trim() === etag;
  const asked = readRange(isSame ? context.req.header('range') : undefined, stored.bytes);
  if (asked.kind === 'unsatisfiable') {
    return new Response(null, {
      status: 416,
      headers: { 'Content-Range': `bytes */${stored.bytes}`, 'Cache-Control': 'no-store' },
    });
  }
  const range = asked.kind === 'part' ? asked.range : { start: 0, end: stored.bytes - 1 };
  headers.set('Content-Length', String(range.end - range.start + 1));
  if (asked.kind === 'part') {
    headers.set('Content-Range', `bytes ${range.start}-${range.end}/${stored.bytes}`);
  }
  const status = asked.kind === 'part' ? 206 : 200;
  if (context.req.method === 'HEAD' || stored.bytes === 0)
    return new Response(null, { status, headers });
  const bytes = Readable.toWeb(services.files.readOriginal(file.sha256, range));
  return new Response(bytes as ReadableStream<Uint8Array>, { status, headers });
}

/** `If-None-Match` compares weakly: `W/` is ignored. */
function matches(header: string | undefined, etag: string): boolean {
  const tags = (header ?? '').split(',').map((tag) => tag.trim().replace(/^W\//, ''));
  return tags.includes(etag) || tags.includes('*');
}
