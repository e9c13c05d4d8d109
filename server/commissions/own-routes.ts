import type { Context, Hono } from 'hono';
import { requestTokenHeader } from '#contract/shop/own-paths.ts';
import { idPattern } from '#contract/wire/id-pattern.ts';
import { type Change, makeChange } from '../platform/database/change.ts';
import { spend } from '../platform/http/limit.ts';
import type { Services } from '../platform/services/services.ts';
import { serveShop } from '../platform/sign-in/serve-shop.ts';
import { accountOf, assertMayCall, assertNotDeleted } from '../platform/sign-in/signed-in.ts';
import { askYearly } from './ask-yearly.ts';
import { claimByAddress, claimByLink } from './claim-requests.ts';
import { requestForLink, requestOfAccount, requestsOfAccount } from './own-requests.ts';
import { pictureAnswer } from './picture-answer.ts';
import { requestOfLink } from './request-links.ts';
import { transition } from './transition.ts';

/** Per account, so that asking and withdrawing again and again doesn't flood the studio. */
const yearlyLimit = { count: 10, windowMs: 86_400_000 };

/** A buyer's own custom requests: those of their account, and the one whose link was mailed to them. */
export function ownRequestRoutes(app: Hono, services: Services): void {
  const { clock } = services;
  const { read } = services.database;

  serveShop(app, services, 'ownRequests', async ({ account }) => {
    await claimByAddress(services, account.id);
    return { requests: await requestsOfAccount(read, account.id) };
  });

  serveShop(app, services, 'ownRequest', ({ account, params }) =>
    requestOfAccount(read, account.id, params.id),
  );

  serveShop(app, services, 'askYearlyLicence', async ({ account, body }) => {
    await spend(services, `yearly:${account.id}`, yearlyLimit);
    return makeChange(services, async (change) => {
      await assertNotDeleted(change.tx, account);
      return askYearly(change, services.env, account, body);
    });
  });

  serveShop(app, services, 'withdrawRequest', ({ account, params: { id } }) =>
    makeChange(services, async (change) => {
      await assertNotDeleted(change.tx, account);
      await requestOfAccount(change.tx, account.id, id);
      return withdraw(change, id);
    }),
  );

  serveShop(app, services, 'linkedRequest', async ({ body: { token } }) =>
    requestForLink(read, await requestOfLink(read, token, clock())),
  );

  serveShop(app, services, 'withdrawLinked', ({ body: { token } }) =>
    makeChange(services, async (change) =>
      withdraw(change, await requestOfLink(change.tx, token, change.now)),
    ),
  );

  serveShop(app, services, 'claimRequest', ({ account, body: { token } }) =>
    makeChange(services, async (change) => {
      await assertNotDeleted(change.tx, account);
      return claimByLink(change, account.id, token);
    }),
  );

  // `requestPicturePath`
  app.get('/api/custom-orders/pictures/:id', async (context) => {
    const id = context.req.param('id');
    const pictures = idPattern.test(id) ? await visiblePictures(services, context) : null;
    return pictureAnswer(
      services.files,
      await pictures?.where('customRequestImages.id', '=', id).executeTakeFirst(),
    );
  });
}

/** The pictures that whoever asks may see. @throws NOT_SIGNED_IN, NOT_FOUND */
async function visiblePictures(services: Services, context: Context) {
  const { read } = services.database;
  const pictures = read
    .selectFrom('customRequestImages')
    .innerJoin('customRequests', 'customRequests.id', 'requestId')
    .select(['upload', 'position']);
  const token = context.req.header(requestTokenHeader);
  if (token !== undefined) {
    return pictures.where('requestId', '=', await requestOfLink(read, token, services.clock()));
  }
  const account = await accountOf(services, context);
  assertMayCall('account', account);
  return pictures.where('accountId', '=', account?.id ?? '');
}

async function withdraw(change: Change, requestId: string) {
  const { state } = await requestForLink(change.tx, requestId);
  if (state !== 'withdrawn') await transition(change, requestId, 'withdraw', 'buyer');
  return requestForLink(change.tx, requestId);
}
