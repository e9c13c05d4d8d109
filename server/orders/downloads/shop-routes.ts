import type { Hono } from 'hono';
import { sql } from 'kysely';
import * as v from 'valibot';
import { afterBucket, throughShopHeader } from '#contract/shop/paths.ts';
import { idSchema } from '#contract/wire/fields.ts';
import { makeChange } from '../../platform/database/change.ts';
import { claimOf, linkLifeMs, signedPath } from '../../platform/files/signed-link.ts';
import { fileAnswer } from '../../platform/http/file-answer.ts';
import { Problem } from '../../platform/http/problem.ts';
import type { Services } from '../../platform/services.ts';
import { readToday } from '../../platform/settings/settings.ts';
import { accountOf, assertMayCall } from '../../platform/sign-in/signed-in.ts';
import { boughtFile } from './bought-file.ts';

const paramsSchema = v.object({
  orderId: idSchema,
  itemId: idSchema,
  file: v.optional(v.pipe(v.string(), v.regex(/^\d{1,4}$/), v.transform(Number))),
});

/** Paid downloads (OP-21): a stable address that needs the owner's session redirects to a short-lived signed one, and that one to the bucket, if the files are in one. */
export function downloadRoutes(app: Hono, services: Services): void {
  app.get('/api/orders/:orderId/items/:itemId/download/:file?', async (context) => {
    const account = await accountOf(services, context);
    assertMayCall('account', account);
    const params = v.safeParse(paramsSchema, context.req.param());
    if (!account || !params.success) throw absent();
    const { file = null, ...item } = params.output;
    const wanted = { accountId: account.id, ...item, file };
    const { name, productId } = await boughtFile(services.database, wanted);
    if (isBeginning(context.req.raw)) await countDownload(services, productId);
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
    // The link works without a session, but not with another account's session.
    const account = await accountOf(services, context);
    if (account && account.id !== claim.accountId) throw absent();
    const file = await boughtFile(services.database, claim);
    const { headers, method } = context.req.raw;
    const isForShop = headers.has(throughShopHeader) || method !== 'GET';
    const url = isForShop ? null : await services.files.originalUrl(file.sha256, file);
    if (url === null) return fileAnswer(services, headers, method, file);
    context.header('Cache-Control', 'no-store');
    context.header('Referrer-Policy', 'no-referrer');
    return context.redirect(url, 302);
  });
}

/** Whether a download begins, rather than being resumed, looked at or continued without the bucket. */
function isBeginning({ method, headers }: Request): boolean {
  const isFromStart = /^(bytes=0-|$)/.test(headers.get('range') ?? '');
  return method === 'GET' && isFromStart && headers.get(throughShopHeader) !== afterBucket;
}

/** Counts a download for the studio's figures. If that fails, the buyer gets the file anyway. */
async function countDownload(services: Services, productId: string): Promise<void> {
  const { env, log } = services;
  try {
    await makeChange(services, async ({ tx, now }) => {
      const day = await readToday(tx, env, now);
      await tx
        .insertInto('downloadDays')
        .values({ day, productId, count: 1 })
        .onConflict((conflict) =>
          conflict
            .columns(['day', 'productId'])
            .doUpdateSet({ count: sql`"downloadDays"."count" + 1` }),
        )
        .execute();
    });
  } catch (error) {
    log.warn({ err: error }, 'a download was not counted');
  }
}

function absent(): Problem {
  return new Problem('NOT_FOUND', 'This download is no longer available.');
}
