import type { Hono } from 'hono';
import { grantDownload } from '../orders/grant-download.ts';
import { grantableDesigns } from '../orders/grantable-designs.ts';
import { recordAction } from '../platform/audit/record-action.ts';
import type { Transaction } from '../platform/database/open.ts';
import type { Services } from '../platform/services.ts';
import { noBuyer } from '../platform/sign-in/no-buyer.ts';
import { serveStudio } from '../staff/serve-studio.ts';
import { decideBuyer } from './decide-buyer.ts';
import { buyerDetails, buyerPage } from './list-buyers.ts';
import { endSessions } from './sessions.ts';
import { countWaiting } from './waiting.ts';

/** The studio's routes for buyers: list, approve or reject, help, sign out. */
export function studioBuyerRoutes(app: Hono, services: Services): void {
  const { database, env, clock } = services;

  serveStudio(app, services, 'waiting', () => countWaiting(database.read));

  serveStudio(app, services, 'buyers', ({ query }) => buyerPage(database.read, query));

  serveStudio(app, services, 'buyer', ({ params }) => buyerDetails(database.read, params.buyerId));

  serveStudio(app, services, 'decideBuyer', async ({ account, params: { buyerId }, body }) => {
    const reason = body.status === 'rejected' ? body.reason : '';
    const decision = { status: body.status, from: body.from, reason, actorId: account.id };
    const isChanged = await database.write((tx) =>
      decideBuyer(tx, env, clock(), buyerId, decision),
    );
    return { isChanged, buyer: await buyerDetails(database.read, buyerId) };
  });

  serveStudio(app, services, 'signOutBuyer', async ({ account, params: { buyerId } }) => {
    await database.write((tx) => signOutBuyer(tx, clock(), buyerId, account.id));
    return buyerDetails(database.read, buyerId);
  });

  serveStudio(app, services, 'givableDesigns', ({ query }) =>
    grantableDesigns(database.read, query.search),
  );

  serveStudio(app, services, 'giveDownload', async ({ account, params: { buyerId }, body }) => {
    const wanted = { buyerId, productId: body.productId, actorId: account.id };
    await database.write((tx) => grantDownload(tx, env, clock(), wanted));
    return buyerDetails(database.read, buyerId);
  });
}

async function signOutBuyer(
  tx: Transaction,
  now: Date,
  buyerId: string,
  actorId: string,
): Promise<void> {
  const buyer = await tx
    .selectFrom('accounts')
    .select((eb) => [
      'id',
      eb
        .selectFrom('sessions')
        .select((session) => session.fn.countAll<number>().as('count'))
        .whereRef('sessions.accountId', '=', 'accounts.id')
        .as('sessions'),
    ])
    .where('id', '=', buyerId)
    .where('deletedAt', 'is', null)
    .executeTakeFirst();
  if (!buyer) throw noBuyer();
  if (buyer.sessions === 0) return;
  await endSessions(tx, buyerId);
  await recordAction(tx, now, {
    actorId: actorId,
    action: 'signed a buyer out',
    subjectId: buyerId,
    before: { sessions: buyer.sessions },
    after: { sessions: 0 },
  });
}
