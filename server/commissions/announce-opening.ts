import { makeChange } from '../platform/database/change.ts';
import { type Job, repeat } from '../platform/jobs/repeat.ts';
import { letterhead } from '../platform/mail/letterhead.ts';
import { queueMails } from '../platform/mail/queue-mail.ts';
import { customsOpen } from '../platform/mail/templates.ts';
import { endingPath } from '../platform/mail/unsubscribe-token.ts';
import type { Services } from '../platform/services/services.ts';
import { readSetting, writeSetting } from '../platform/settings/settings.ts';
import { subscribersOf } from './subscribers.ts';

/** How often to look whether custom requests were opened. */
const everyMs = 2000;
/** How many mails are queued per write, so that requests can run in between. */
const atOnce = 500;

/**
 * Queues mails to the next subscribers that custom requests are open, and marks in the same write how far it got.
 * Returns false if nobody is left.
 */
export async function announceOpening(
  services: Pick<Services, 'database' | 'clock' | 'env' | 'signingKey'>,
): Promise<boolean> {
  const { database, env, signingKey } = services;
  if ((await readSetting(database.read, 'openingMailedTo')).value === null) return false;
  return makeChange(services, async (change) => {
    const { tx } = change;
    // Since then they may have closed, or another process may have queued more mails.
    const { value: mailedTo } = await readSetting(tx, 'openingMailedTo');
    if (mailedTo === null) return false;
    const accounts = await subscribersOf(tx)
      .select(['id', 'email', 'firstName', 'status'])
      .where('id', '>', mailedTo)
      .orderBy('id')
      .limit(atOnce)
      .execute();
    const head = await letterhead(tx, env);
    await queueMails(change, accounts, ({ id: accountId, email: recipient, ...owner }) => {
      const letter = customsOpen(head, owner, endingPath(signingKey, 'customsOpen', accountId));
      return { recipient, accountId, news: 'customs', ...letter };
    });
    const last = accounts.at(-1)?.id ?? null;
    await writeSetting(change, 'openingMailedTo', last);
    return last !== null;
  });
}

/** Mails subscribers each time custom requests open, until stopped. */
export function startOpeningNews(services: Services): Job {
  return repeat(
    { everyMs, firstMs: 0 },
    async (signal) => {
      while (!signal.aborted && (await announceOpening(services)));
    },
    (error) => services.log.error({ err: error }, 'announcing an opening failed'),
  );
}
