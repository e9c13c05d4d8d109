import { counted } from '#contract/wire/counted.ts';
import { type Change, makeChange } from '../../platform/database/change.ts';
import { type Job, repeat } from '../../platform/jobs/repeat.ts';
import { type Letter, writeLetter } from '../../platform/mail/letter.ts';
import { type Letterhead, letterhead } from '../../platform/mail/letterhead.ts';
import type { MailSettings } from '../../platform/mail/mail-settings.ts';
import { queueMail } from '../../platform/mail/queue-mail.ts';
import type { Services } from '../../platform/services/services.ts';
import { readSetting, readTimeZone } from '../../platform/settings/settings.ts';

/** How often to check whether the digest is due. */
const everyMs = 60_000;
/** How many lines a digest has at most; the rest is counted. */
const maxLines = 50;

/**
 * Mails each staff member what waits for their digest from before its last time of day; nothing if nothing
 * does. What waits is mailed and marked in one transaction, so nothing is sent twice, and a shop that was off
 * at the time sends it when it is back.
 */
export async function sendDigests(
  services: Pick<Services, 'database' | 'clock' | 'env'>,
): Promise<void> {
  const { database, clock, env } = services;
  const { value } = await readSetting(database.read, 'digest');
  const timeZone = await readTimeZone(database.read, env);
  const before = lastTime(clock(), value.time, timeZone).toISOString();
  const waiting = await database.read
    .selectFrom('notifications')
    .select('accountId')
    .distinct()
    .where('mailedAt', 'is', null)
    .where('createdAt', '<', before)
    .execute();
  for (const { accountId } of waiting) {
    await makeChange(services, (change) => sendDigest(change, env, accountId, before));
  }
}

/** Sends the digests until stopped; `stop` resolves when the current run has ended. */
export function startDigests(services: Services): Job {
  return repeat(
    { everyMs, firstMs: 5000 },
    () => sendDigests(services),
    (error) => services.log.error({ err: error }, 'sending digests failed'),
  );
}

async function sendDigest(
  change: Change,
  mailSettings: MailSettings,
  accountId: string,
  before: string,
): Promise<void> {
  const { tx, now } = change;
  // Another process may have sent it first; then no row is left.
  const rows = await tx
    .updateTable('notifications')
    .set({ mailedAt: now.toISOString() })
    .where('accountId', '=', accountId)
    .where('mailedAt', 'is', null)
    .where('createdAt', '<', before)
    .returning(['title', 'path', 'createdAt'])
    .execute();
  const person = await tx
    .selectFrom('studioAccounts')
    .select('email')
    .where('id', '=', accountId)
    .where('passwordHash', 'is not', null)
    .where('disabledAt', 'is', null)
    .executeTakeFirst();
  if (rows.length === 0 || !person) return;
  rows.sort((a, b) => a.createdAt.localeCompare(b.createdAt));
  const letter = digestLetter(await letterhead(tx, mailSettings), rows);
  await queueMail(change, { ...letter, recipient: person.email, news: 'staff' });
}

function digestLetter(
  head: Letterhead,
  rows: readonly { readonly title: string; readonly path: string }[],
): Letter {
  const links = rows.slice(0, maxLines).map(({ title, path }) => ({ label: title, path }));
  const more = rows.length - links.length;
  return writeLetter(head, {
    subject: `${counted(rows.length, 'update')} from your studio`,
    paragraphs: ['Since the last digest:'],
    links: more > 0 ? [...links, { label: `And ${more} more`, path: '/studio/' }] : links,
    action: { label: 'Open the studio', path: '/studio/' },
  });
}

/** The last time of day of the digest that has passed. */
function lastTime(now: Date, time: string, timeZone: string): Date {
  const local = Temporal.Instant.fromEpochMilliseconds(now.getTime()).toZonedDateTimeISO(timeZone);
  const today = local.withPlainTime(Temporal.PlainTime.from(time));
  const last =
    Temporal.ZonedDateTime.compare(today, local) <= 0 ? today : today.subtract({ days: 1 });
  return new Date(last.epochMilliseconds);
}
