import type { Hono } from 'hono';
import type { StudioCallAnswer } from '#contract/studio/calls.ts';
import { counted } from '#contract/wire/counted.ts';
import { remakingProgress } from '../designs/files/remake-previews.ts';
import { ownIssueText } from '../orders/payments/own-issue-text.ts';
import { isStopping, readTroubles } from '../orders/payments/payment-troubles.ts';
import { recordAction } from '../platform/audit/record-action.ts';
import { makeAuditedChange } from '../platform/database/change.ts';
import { Problem } from '../platform/http/problem.ts';
import { failedMails, retryFailedMails } from '../platform/mail/failed-mails.ts';
import { isBeingSent } from '../platform/mail/outbox.ts';
import type { Services } from '../platform/services/services.ts';
import { serveStudio } from '../staff/serve-studio.ts';
import { activityPage } from './activity-log.ts';
import { countToday, countWaiting } from './open-tasks.ts';

/**
 * The routes for the studio's first screen and its activity log.
 * @param backup when the newest backup was made, and whether the last attempt to make one failed
 */
export function todayRoutes(
  app: Hono,
  services: Services,
  backup: () => Promise<StudioCallAnswer<'today'>['backup']>,
): void {
  const { database, clock } = services;

  serveStudio(app, services, 'today', async () => ({
    waiting: await countToday(database.read, clock()),
    backup: await backup(),
    storage: services.storage.state(),
    previews: await remakingProgress(database.read),
    payments: (await readTroubles(database.read, clock())).map((trouble) => ({
      ...ownIssueText(trouble),
      isStopped: isStopping(trouble),
    })),
  }));

  serveStudio(app, services, 'waiting', ({ account }) =>
    countWaiting(database.read, clock(), account.role),
  );

  serveStudio(app, services, 'auditLines', ({ query }) => activityPage(database.read, query));

  serveStudio(app, services, 'failedMails', async () => ({
    mails: await failedMails(database.read, clock()),
  }));

  serveStudio(app, services, 'retryMail', async ({ account, params }) => {
    const count = await retry(services, account.id, params.id);
    if (count === 0) {
      if (await isBeingSent(database.read, params.id))
        throw new Problem('CONFLICT', 'This e-mail is being sent right now.');
      throw new Problem('NOT_FOUND', 'This e-mail was already sent or no longer exists.');
    }
    return { message: 'Retrying the e-mail.' };
  });

  serveStudio(app, services, 'retryMails', async ({ account }) => {
    const count = await retry(services, account.id, null);
    return { message: `Retrying ${counted(count, 'e-mail')}.` };
  });
}

/** Retries one failed mail, or all without `id`. Returns how many. */
function retry(services: Services, actorId: string, id: string | null): Promise<number> {
  return makeAuditedChange(services, actorId, async (change) => {
    const retried = await retryFailedMails(change, id);
    if (retried > 0) {
      const line = { subjectId: id ?? 'mails', before: null, after: { retried } };
      await recordAction(change, { ...line, action: 'mails.retried' });
    }
    return retried;
  });
}
