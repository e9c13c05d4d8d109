import { counted, grouped } from '#contract/wire/counted.ts';
import { recordAction, shopItself } from '../platform/audit/record-action.ts';
import type { AuditedChange, Change } from '../platform/database/change.ts';
import type { Transaction } from '../platform/database/open.ts';
import type { MailSettings } from '../platform/mail/mail-settings.ts';
import { withdrawNotice } from '../staff/notifications/notify-studio.ts';
import { notifyWithLetter } from '../staff/notifications/notify-with-letter.ts';
import { countOutcomes, settleMails } from './outcomes.ts';
import { type NewsletterRow, newsletterRow } from './read-newsletters.ts';

/** `address`: the seller has none. Stored as null: the version before knows no such reason. */
type StopCause = NonNullable<NewsletterRow['stopReason']> | 'address';

/**
 * Stops a newsletter, and takes back those of its mails that no mail server has seen; those who got it don't get it again.
 * One that was only planned becomes a draft again, one that had stopped by itself as it was `seen` is left at that, and any
 * other stays as it is. @throws NOT_FOUND
 */
export async function stopNewsletter(
  change: AuditedChange,
  id: string,
  cause: StopCause,
  seen?: number,
): Promise<void> {
  const { tx, now } = change;
  const row = await newsletterRow(tx, id);
  const { state, version, subject, sendAt } = row;
  if (state === 'stopped' && row.stopReason !== 'staff' && (seen ?? version) === version) {
    return leaveStopped(change, row);
  }
  if (state !== 'planned' && state !== 'sending') return;
  const waiting = await takeBackMails(tx, id);
  const isBegun = await tx
    .selectFrom('newsletterMails')
    .select('mailId')
    .where('newsletterId', '=', id)
    .limit(1)
    .executeTakeFirst();
  const isDraft = state === 'planned' && !isBegun;
  await tx
    .updateTable('newsletters')
    .set(
      isDraft
        ? { state: 'draft', sendAt: null, stopReason: null }
        : { state: 'stopped', stopReason: cause === 'address' ? null : cause },
    )
    .set({ version: version + 1, nextAt: waiting === 0 ? null : now.toISOString() })
    .where('id', '=', id)
    .execute();
  await recordAction(change, {
    action: 'newsletter.stopped',
    subjectId: id,
    before: { name: subject, sendAt },
    after: { name: subject, why: cause },
  });
}

async function leaveStopped(change: AuditedChange, row: NewsletterRow): Promise<void> {
  const { tx } = change;
  const { id, version, subject: name } = row;
  await tx
    .updateTable('newsletters')
    .set({ stopReason: 'staff', version: version + 1 })
    .where('id', '=', id)
    .execute();
  await withdrawNotice(tx, 'mail', id);
  await recordAction(change, {
    action: 'newsletter.left',
    subjectId: id,
    before: { name, why: row.stopReason ?? ('address' satisfies StopCause) },
    after: { name },
  });
}

const reasons = {
  refused: 'mail servers refused too many of its e-mails',
  coupon: 'its coupon ended or was used up',
  address: 'it must say who sends it, and no address is entered under Settings, Receipts',
} as const;

/** Stops a newsletter without anybody's press, and notifies the studio. @throws NOT_FOUND */
export async function stopByItself(
  change: Change,
  mailSettings: MailSettings,
  { id, subject }: Pick<NewsletterRow, 'id' | 'subject'>,
  reason: keyof typeof reasons,
): Promise<void> {
  await stopNewsletter({ ...change, actorId: shopItself }, id, reason);
  const { sent, refused } = await countOutcomes(change.tx, id);
  await notifyWithLetter(change, mailSettings, {
    kind: 'mail',
    subjectId: id,
    title: 'A newsletter stopped by itself',
    path: `/studio/news/${id}`,
    paragraphs: [
      `“${subject}” stopped because ${reasons[reason]}.`,
      `${counted(sent, 'reader')} got it, and ${grouped(refused)} were refused. You can send the rest, or leave it at that.`,
    ],
    action: 'See the newsletter',
  });
}

/**
 * Records how its mails ended, and deletes those that nobody sends now. Their readers can get it later, unless it was
 * tried: a mail server may have taken it. Returns how many are being sent in this moment.
 */
export async function takeBackMails(tx: Transaction, id: string): Promise<number> {
  await settleMails(tx, id);
  const waiting = await tx
    .selectFrom('newsletterMails')
    .select('mailId')
    .where('newsletterId', '=', id)
    .where('outcome', 'is', null)
    .execute();
  if (waiting.length === 0) return 0;
  const mailIds = waiting.map(({ mailId }) => mailId);
  const taken = await tx
    .deleteFrom('mailOutbox')
    .where('id', 'in', mailIds)
    .where('sentAt', 'is', null)
    .where('roundsLeft', '=', 0)
    .returning(['id', 'attempts'])
    .execute();
  const unseen = taken.filter(({ attempts }) => attempts === 0).map((mail) => mail.id);
  if (unseen.length > 0) await forgetReaders(tx, id, unseen);
  await settleMails(tx, id);
  return (await countOutcomes(tx, id)).waiting;
}

async function forgetReaders(
  tx: Transaction,
  id: string,
  mailIds: readonly string[],
): Promise<void> {
  await tx
    .deleteFrom('newsletterMails')
    .where('newsletterId', '=', id)
    .where('mailId', 'in', mailIds)
    .execute();
}
