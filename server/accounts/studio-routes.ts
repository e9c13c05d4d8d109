import type { Hono } from 'hono';
import { grantDownload } from '../orders/grant-download.ts';
import { grantableDesigns } from '../orders/grantable-designs.ts';
import { recordAction } from '../platform/audit/record-action.ts';
import { type AuditedChange, makeAuditedChange } from '../platform/database/change.ts';
import type { Transaction } from '../platform/database/open.ts';
import { makeAuditedOnce } from '../platform/http/answer-again.ts';
import { Problem } from '../platform/http/problem.ts';
import type { MailSettings } from '../platform/mail/mail-settings.ts';
import type { Services } from '../platform/services/services.ts';
import { noBuyer } from '../platform/sign-in/no-buyer.ts';
import { serveStudio } from '../staff/serve-studio.ts';
import { decideBuyer } from './decide-buyer.ts';
import { removeColleague, withdrawInvitations } from './end-colleagues.ts';
import { buyerDetails, buyerPage } from './list-buyers.ts';
import { countSessions, endAllSessions } from './sessions.ts';
import { setYearlyLicence } from './yearly-licence.ts';

/** The studio's routes for buyers: list, approve or reject, help, sign out. */
export function studioBuyerRoutes(app: Hono, services: Services): void {
  const { database, env } = services;

  serveStudio(app, services, 'buyers', ({ query }) => buyerPage(database.read, query));

  serveStudio(app, services, 'buyer', ({ params }) => buyerDetails(database.read, params.buyerId));

  serveStudio(app, services, 'decideBuyer', async ({ account, params: { buyerId }, body }) => {
    const reason = body.status === 'rejected' ? body.reason : '';
    const decision = { status: body.status, from: body.from, reason };
    const isChanged = await makeAuditedChange(services, account.id, (change) =>
      decideBuyer(change, env, buyerId, decision),
    );
    return { isChanged, buyer: await buyerDetails(database.read, buyerId) };
  });

  serveStudio(app, services, 'signOutBuyer', async ({ account, params: { buyerId } }) => {
    await makeAuditedChange(services, account.id, (change) => signOutBuyer(change, buyerId));
    return buyerDetails(database.read, buyerId);
  });

  serveStudio(app, services, 'removeColleague', async ({ account, params }) => {
    await makeAuditedChange(services, account.id, (change) => removeFromBuyer(change, env, params));
    return buyerDetails(database.read, params.buyerId);
  });

  serveStudio(app, services, 'setYearlyLicence', async ({ account, params: { buyerId }, body }) => {
    await makeAuditedChange(services, account.id, (change) =>
      setYearlyLicence(change, env, buyerId, body),
    );
    return buyerDetails(database.read, buyerId);
  });

  serveStudio(app, services, 'givableDesigns', ({ query }) =>
    grantableDesigns(database.read, query.search),
  );

  serveStudio(app, services, 'giveDownload', ({ account, params: { buyerId }, body, once }) =>
    makeAuditedOnce(once, account.id, async (change) => {
      await grantDownload(change, env, { buyerId, productId: body.productId });
      return buyerDetails(change.tx, buyerId);
    }),
  );
}

async function signOutBuyer(change: AuditedChange, buyerId: string): Promise<void> {
  const { tx } = change;
  await assertBuyer(tx, buyerId);
  const invitations = await withdrawInvitations(tx, buyerId);
  const sessions = await countSessions(tx, buyerId);
  if (sessions === 0 && invitations === 0) return;
  await endAllSessions(tx, buyerId);
  await recordAction(change, {
    action: 'buyer.signed_out',
    subjectId: buyerId,
    before: { sessions, invitations },
    after: { sessions: 0, invitations: 0 },
  });
}

async function removeFromBuyer(
  change: AuditedChange,
  mailSettings: MailSettings,
  { buyerId, colleagueId }: { readonly buyerId: string; readonly colleagueId: string },
): Promise<void> {
  await assertBuyer(change.tx, buyerId);
  const colleague = await removeColleague(change, mailSettings, buyerId, colleagueId);
  if (!colleague) throw new Problem('NOT_FOUND', 'This colleague is gone already.');
  await recordAction(change, {
    action: 'buyer.colleague_removed',
    subjectId: buyerId,
    before: { colleagueId },
    after: null,
  });
}

/** @throws NOT_FOUND */
async function assertBuyer(tx: Transaction, buyerId: string): Promise<void> {
  const buyer = await tx
    .selectFrom('accounts')
    .select('id')
    .where('id', '=', buyerId)
    .where('deletedAt', 'is', null)
    .executeTakeFirst();
  if (!buyer) throw noBuyer();
}
