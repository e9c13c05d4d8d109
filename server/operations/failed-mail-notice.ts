import type { Change } from '../platform/database/change.ts';
import { claimNotice } from '../platform/mail/failed-mails.ts';
import { writeLetter } from '../platform/mail/letter.ts';
import { letterhead } from '../platform/mail/letterhead.ts';
import type { MailSettings } from '../platform/mail/mail-settings.ts';
import type { ClaimedMail } from '../platform/mail/outbox.ts';
import { notifyStudio } from '../staff/notifications/notify-studio.ts';

/** The attempt, a quarter of an hour after the first, from which a mail counts as failed. */
const noticedAttempt = 6;
const path = '/studio/today';

/** Notifies the studio of a mail that keeps failing; not of its own notifications, which would fail too. */
export async function noticeFailedMail(
  change: Change,
  mailSettings: MailSettings,
  mail: ClaimedMail,
): Promise<void> {
  if (mail.attempts < noticedAttempt || mail.news === 'staff') return;
  if (!(await claimNotice(change, mail.id))) return;
  const title = 'An e-mail can’t be sent';
  await notifyStudio(change, mailSettings, {
    kind: 'mail',
    subjectId: mail.id,
    title,
    path,
    letter: writeLetter(await letterhead(change.tx, mailSettings), {
      subject: title,
      paragraphs: [
        `The e-mail “${mail.subject}” to ${mail.recipient} failed ${mail.attempts} times. The shop keeps trying for three days.`,
        'If the address is wrong, tell the buyer another way. If every e-mail fails, check the mail server.',
      ],
      action: { label: 'See failed e-mails', path },
    }),
  });
}
