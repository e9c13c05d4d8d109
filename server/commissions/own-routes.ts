import type { Hono } from 'hono';
import { idPattern } from '#contract/wire/id-pattern.ts';
import { makeChange } from '../platform/database/change.ts';
import type { Services } from '../platform/services/services.ts';
import { serveShop } from '../platform/sign-in/serve-shop.ts';
import { accountOf, assertMayCall, assertNotDeleted } from '../platform/sign-in/signed-in.ts';
import { requestOfAccount, requestsOfAccount } from './own-requests.ts';
import { pictureAnswer } from './picture-answer.ts';
import { transition } from './transition.ts';

/** A buyer's own custom requests. */
export function ownRequestRoutes(app: Hono, services: Services): void {
  const { read } = services.database;

  serveShop(app, services, 'ownRequests', async ({ account }) => ({
    requests: await requestsOfAccount(read, account.id),
  }));

  serveShop(app, services, 'ownRequest', ({ account, params }) =>
    requestOfAccount(read, account.id, params.id),
  );

  serveShop(app, services, 'withdrawRequest', ({ account, params: { id } }) =>
    makeChange(services, async (change) => {
      await assertNotDeleted(change.tx, account.id);
      const { state } = await requestOfAccount(change.tx, account.id, id);
      if (state !== 'withdrawn') await transition(change, id, 'withdraw', 'buyer');
      return requestOfAccount(change.tx, account.id, id);
    }),
  );

  // `requestPicturePath`
  app.get('/api/custom-orders/pictures/:id', async (context) => {
    const account = await accountOf(services, context);
    assertMayCall('account', account);
    const id = context.req.param('id');
    const picture =
      account && idPattern.test(id)
        ? await read
            .selectFrom('customRequestImages')
            .innerJoin('customRequests', 'customRequests.id', 'requestId')
            .select(['upload', 'position'])
            .where('customRequestImages.id', '=', id)
            .where('accountId', '=', account.id)
            .executeTakeFirst()
        : undefined;
    return pictureAnswer(services.files, picture);
  });
}
