import type { Hono } from 'hono';
import { deliveryMessages, type Mark, type WantedChanges } from '#contract/shop/delivery.ts';
import type { OwnRequest } from '#contract/shop/own-request.ts';
import { commissionMessages, studioRequestPath } from '#contract/studio/commissions.ts';
import { idPattern } from '#contract/wire/id-pattern.ts';
import { type Change, makeChange } from '../platform/database/change.ts';
import type { Transaction } from '../platform/database/open.ts';
import { Problem } from '../platform/http/problem.ts';
import { letterhead } from '../platform/mail/letterhead.ts';
import type { MailSettings } from '../platform/mail/mail-settings.ts';
import type { Services } from '../platform/services/services.ts';
import { serveShop } from '../platform/sign-in/serve-shop.ts';
import { accountOf, assertMayCall, assertNotDeleted } from '../platform/sign-in/signed-in.ts';
import { notifyStudio } from '../staff/notifications/notify-studio.ts';
import { deliveredPictures } from './delivery.ts';
import { requestOfAccount } from './own-requests.ts';
import { buyerAnswered } from './request-letter.ts';
import { transition } from './transition.ts';

/** How a buyer looks at a delivered design, and accepts it or asks for changes. */
export function deliveryRoutes(app: Hono, services: Services): void {
  const { database, env, files } = services;

  serveShop(app, services, 'acceptDelivery', ({ account, params: { id }, body: { delivery } }) =>
    makeChange(services, async (change) => {
      await assertNotDeleted(change.tx, account);
      const request = await requestOfAccount(change.tx, account.id, id);
      if (request.state === 'accepted') return request;
      assertSeen(request, delivery);
      await transition(change, id, 'accept', 'buyer');
      await tellStudio(change, env, request, 'accepted');
      return requestOfAccount(change.tx, account.id, id);
    }),
  );

  serveShop(app, services, 'wantChanges', ({ account, params: { id }, body }) =>
    makeChange(services, async (change) => {
      await assertNotDeleted(change.tx, account);
      const request = await requestOfAccount(change.tx, account.id, id);
      assertSeen(request, body.delivery);
      const isRepeat =
        request.state === 'changes_wanted' && (await isLastSaid(change.tx, id, body));
      if (isRepeat) return request;
      await transition(change, id, 'askForChanges', 'buyer', body.note, body.marks);
      await tellStudio(change, env, request, 'wants changes of');
      return requestOfAccount(change.tx, account.id, id);
    }),
  );

  // `deliveredPicturePath`: the preview with its watermark.
  app.get('/api/custom-orders/deliveries/:id', async (context) => {
    const account = await accountOf(services, context);
    assertMayCall('account', account);
    const id = context.req.param('id');
    const picture =
      account && idPattern.test(id)
        ? await database.read
            .selectFrom('productImages')
            .innerJoin('products', 'products.id', 'productImages.productId')
            .innerJoin('customRequests', 'customRequests.id', 'products.commissionId')
            .select(['hash', 'customRequests.id', 'state'])
            .where('productImages.id', '=', id)
            .where('customRequests.accountId', '=', account.id)
            .executeTakeFirst()
        : undefined;
    const shown = picture && (await deliveredPictures(database.read, [picture])).get(picture.id);
    const isShown = shown?.some(({ _id }) => _id === id);
    const preview = picture && isShown && (await files.readPreview(`${picture.hash}/1200.webp`));
    if (!preview) throw new Problem('NOT_FOUND', commissionMessages.pictureGone);
    return context.body(preview.bytes as Uint8Array<ArrayBuffer>, {
      headers: {
        'Content-Type': 'image/webp',
        'Content-Length': String(preview.bytes.byteLength),
        'X-Content-Type-Options': 'nosniff',
        'Cache-Control': 'private, no-store',
      },
    });
  });
}

/** @throws CHANGED_MEANWHILE if the buyer answers a version that the studio has replaced */
function assertSeen({ delivery }: OwnRequest, number: number): void {
  if (delivery !== null && delivery.number !== number) {
    throw new Problem('CHANGED_MEANWHILE', deliveryMessages.newer);
  }
}

/** Whether a buyer says again what was said last, since the answer may have been lost. */
async function isLastSaid(
  tx: Transaction,
  requestId: string,
  { note, marks }: Pick<WantedChanges, 'note'> & { readonly marks: readonly Mark[] },
): Promise<boolean> {
  const last = await tx
    .selectFrom('commissionMoves')
    .select(['note', 'marks'])
    .where('requestId', '=', requestId)
    .orderBy('id', 'desc')
    .limit(1)
    .executeTakeFirst();
  return last?.note === note && last.marks === JSON.stringify(marks);
}

async function tellStudio(
  change: Change,
  mailSettings: MailSettings,
  { _id: id, name }: OwnRequest,
  did: string,
): Promise<void> {
  await notifyStudio(change, mailSettings, {
    kind: 'request',
    subjectId: id,
    title: 'A buyer has answered about a custom design',
    path: studioRequestPath(id),
    letter: buyerAnswered(await letterhead(change.tx, mailSettings), { id, name, did }),
  });
}
