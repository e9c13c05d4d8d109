import { createHash } from 'node:crypto';
import type { Hono } from 'hono';
import * as v from 'valibot';
import { paperVersionSchema } from '#contract/shop/billing.ts';
import { paperSizes } from '#contract/shop/paper.ts';
import { idSchema } from '#contract/wire/fields.ts';
import { makeAuditedChange } from '../../platform/database/change.ts';
import { attachment } from '../../platform/files/safe-name.ts';
import { spend } from '../../platform/http/limit.ts';
import { Problem } from '../../platform/http/problem.ts';
import type { Services } from '../../platform/services/services.ts';
import { accountOf, assertMayCall } from '../../platform/sign-in/signed-in.ts';
import { serveStudio } from '../../staff/serve-studio.ts';
import { drawPaper, paperFileName } from './draw-paper.ts';
import type { Paper } from './paper.ts';
import { readPaper } from './read-paper.ts';
import { readSeller, saveSeller } from './seller.ts';

const paramsSchema = v.object({
  orderId: idSchema,
  number: v.pipe(v.string(), v.maxLength(40)),
  size: v.picklist(paperSizes),
  version: paperVersionSchema,
});

/** Drawing one takes a moment of a processor. */
const limit = { count: 60, windowMs: 600_000 };

/** A buyer's own receipts and credit notes. */
export function paperRoutes(app: Hono, services: Services): void {
  const { database, env } = services;

  app.get('/api/orders/:orderId/papers/:number/:size/:version?', async (context) => {
    const account = await accountOf(services, context);
    assertMayCall('account', account);
    const params = v.safeParse(paramsSchema, context.req.param());
    if (!account || !params.success) throw absent();
    await spend(services, `paper:${account.id}`, limit);
    const own = await database.read
      .selectFrom('orders')
      .select('id')
      .where('id', '=', params.output.orderId)
      .where('accountId', '=', account.id)
      .executeTakeFirst();
    const paper = own ? await readPaper(database.read, env, params.output) : null;
    if (!paper) throw absent();
    return pdfAnswer(paper);
  });
}

/** The studio's routes for papers, and for the seller that they name. */
export function studioPaperRoutes(app: Hono, services: Services): void {
  const { database, env } = services;

  serveStudio(app, services, 'orderPaper', async ({ account, params, query }) => {
    await spend(services, `paper:${account.id}`, limit);
    const paper = await readPaper(database.read, env, { ...params, ...query });
    if (!paper) throw absent();
    return pdfAnswer(paper);
  });

  serveStudio(app, services, 'seller', () => readSeller(database.read));

  serveStudio(app, services, 'saveSeller', ({ account, body }) =>
    makeAuditedChange(services, account.id, (change) => saveSeller(change, body)),
  );
}

/** A paper as a download, always whole. The digest lets the shop's page store it as it stores bought files. */
export async function pdfAnswer(paper: Paper): Promise<Response> {
  const bytes = await drawPaper(paper);
  const digest = createHash('sha256').update(bytes).digest('base64');
  return new Response(Uint8Array.from(bytes), {
    headers: {
      'Content-Type': 'application/pdf',
      'Content-Length': String(bytes.byteLength),
      'Content-Disposition': attachment(paperFileName(paper)),
      'Cache-Control': 'private, no-store, no-transform',
      'Content-Security-Policy': "sandbox; default-src 'none'",
      'X-Content-Type-Options': 'nosniff',
      'Repr-Digest': `sha-256=:${digest}:`,
    },
  });
}

function absent(): Problem {
  return new Problem('NOT_FOUND', 'There is no such receipt or credit note.');
}
