import { makeChange } from '../platform/database/change.ts';
import type { Reader } from '../platform/database/open.ts';
import { type Job, repeat } from '../platform/jobs/repeat.ts';
import { letterhead } from '../platform/mail/letterhead.ts';
import { customsOpen } from '../platform/mail/news-letters.ts';
import { queueMails } from '../platform/mail/queue-mail.ts';
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
 * Returns false if nobody is left, or the time hasn’t come.
 */
export async function announceOpening(
  services: Pick<Services, 'database' | 'clock' | 'env' | 'signingKey'>,
): Promise<boolean> {
  const { database, clock, env, signingKey } = services;
  if ((await readMailedTo(database.read, clock())) === null) return false;
  return makeChange(services, async (change) => {
    const { tx, now } = change;
    // Since then they may have closed, or another process may have queued more mails.
    const mailedTo = await readMailedTo(tx, now);
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

/** The last account that was mailed, by id; null: nobody is to be mailed now. */
async function readMailedTo(reader: Reader, now: Date): Promise<string | null> {
  const { value: at } = await readSetting(reader, 'openingAnnouncedAt');
  if (at !== null && Date.parse(at) > now.getTime()) return null;
  return (await readSetting(reader, 'openingMailedTo')).value;
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
