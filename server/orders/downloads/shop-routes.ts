import type { Context, Hono } from 'hono';
import * as v from 'valibot';
import { zipDaySchema } from '#contract/shop/bought-zip.ts';
import { afterBucket, throughShopHeader } from '#contract/shop/paths.ts';
import { idSchema } from '#contract/wire/fields.ts';
import {
  claimOf,
  type FileWanted,
  linkLifeMs,
  signedPath,
  type ZipWanted,
} from '../../platform/files/signed-link.ts';
import { downloadAnswer, fileAnswer } from '../../platform/http/file-answer.ts';
import { spend } from '../../platform/http/limit.ts';
import { Problem } from '../../platform/http/problem.ts';
import { OneAtATime } from '../../platform/one-at-a-time.ts';
import type { Services } from '../../platform/services/services.ts';
import { accountOf, assertMayCall } from '../../platform/sign-in/signed-in.ts';
import { boughtFile } from './bought-file.ts';
import { unavailable } from './bought-items.ts';
import { boughtZip, zipName } from './bought-zip.ts';
import { DownloadCounter } from './download-counter.ts';
import { MadeLicences } from './made-licences.ts';

const paramsSchema = v.object({
  orderId: idSchema,
  itemId: idSchema,
  file: v.optional(v.pipe(v.string(), v.regex(/^\d{1,4}$/), v.transform(Number))),
});

/** Links to ZIPs, and uses of these, per account: more than a bad connection needs to resume one, few enough for what laying one out takes. */
const zipLimit = { count: 120, windowMs: 600_000 };

/** Paid downloads (OP-21): a stable address that needs the owner's session redirects to a short-lived signed one, and that one to the bucket, if the files are in one. */
export function downloadRoutes(app: Hono, services: Services): void {
  const counter = new DownloadCounter(services);
  const licences = new MadeLicences();
  const layouts = new OneAtATime();

  function redirect(context: Context, wanted: FileWanted | ZipWanted, name: string): Response {
    const expiresAt = services.clock().getTime() + linkLifeMs;
    context.header('Cache-Control', 'no-store');
    return context.redirect(signedPath(services.signingKey, { ...wanted, expiresAt }, name), 302);
  }

  app.get('/api/orders/:orderId/items/:itemId/download/:file?', async (context) => {
    const account = await accountOf(services, context);
    assertMayCall('account', account);
    const params = v.safeParse(paramsSchema, context.req.param());
    if (!account || !params.success) throw unavailable();
    const { file = null, ...item } = params.output;
    const wanted = { accountId: account.id, ...item, file };
    const { name } = await boughtFile(services.database.read, wanted);
    return redirect(context, wanted, name);
  });

  async function linkToZip(context: Context, zip: ZipWanted['zip'] | null): Promise<Response> {
    const account = await accountOf(services, context);
    assertMayCall('account', account);
    if (!account || !zip) throw unavailable();
    await spend(services, `zip:${account.id}`, zipLimit);
    const wanted = { accountId: account.id, zip };
    return redirect(context, wanted, await zipName(services, wanted));
  }

  app.get('/api/orders/:orderId/download', (context) => {
    const orderId = v.safeParse(idSchema, context.req.param('orderId'));
    return linkToZip(context, orderId.success ? { orderId: orderId.output } : null);
  });

  app.get('/api/orders/since/:day/download', (context) => {
    const day = v.safeParse(zipDaySchema, context.req.param('day'));
    return linkToZip(context, day.success ? { since: day.output } : null);
  });

  app.get('/files/*', async (context) => {
    const claim = claimOf(services.signingKey, new URL(context.req.url).pathname);
    if (!claim) throw unavailable();
    if (claim.expiresAt < services.clock().getTime()) {
      throw new Problem('FORBIDDEN', 'This link has expired. Please start the download again.');
    }
    // The link works without a session, but not with another account's session.
    const account = await accountOf(services, context);
    if (account && account.id !== claim.accountId) throw unavailable();
    const { headers, method } = context.req.raw;
    if ('zip' in claim) {
      await spend(services, `zip:${claim.accountId}`, zipLimit);
      const { download, productIds } = await layouts.run(claim.accountId, () =>
        boughtZip(services, claim, licences),
      );
      return downloadAnswer(headers, method, download, counter.follow(claim, productIds));
    }
    const file = await boughtFile(services.database.read, claim);
    const isForShop = headers.has(throughShopHeader) || method !== 'GET';
    const url = isForShop ? null : await services.files.originalUrl(file.sha256, file);
    if (url === null) {
      // What comes instead of the bucket's bytes was counted when the bucket was asked.
      const isCounted = headers.get(throughShopHeader) === afterBucket;
      const given = isCounted ? null : counter.follow(claim, [file.productId]);
      return fileAnswer(services, headers, method, file, given);
    }
    if (asksForWhole(headers)) await counter.count([file.productId]);
    context.header('Cache-Control', 'no-store');
    context.header('Referrer-Policy', 'no-referrer');
    return context.redirect(url, 302);
  });
}

/** Whether the bucket is asked for a whole file. What it then gives is between it and the buyer. */
function asksForWhole(headers: Headers): boolean {
  return /^(?:bytes=0-)?$/.test(headers.get('range')?.trim() ?? '');
}
