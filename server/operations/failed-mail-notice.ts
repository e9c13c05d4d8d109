import type { Change } from '../platform/database/change.ts';
import { claimNotice } from '../platform/mail/failed-mails.ts';
import { writeLetter } from '../platform/mail/letter.ts';
import { letterhead } from '../platform/mail/letterhead.ts';
import type { MailSettings } from '../platform/mail/mail-settings.ts';
import type { OnFailedMail } from '../platform/mail/mailer.ts';
import type { ClaimedMail } from '../platform/mail/outbox.ts';
import { notifyStudio } from '../staff/notifications/notify-studio.ts';

/** The attempt, ten minutes after the first and later than greylisting lasts, from which a mail counts as failed. */
const noticedAttempt = 6;
const path = '/studio/today';

/**
 * Notifies the studio of a mail that keeps failing, or was refused for good; not of its own notifications, which would
 * fail too.
 */
export async function noticeFailedMail(
  change: Change,
  mailSettings: MailSettings,
  mail: ClaimedMail,
  { problem, isFinal }: Parameters<OnFailedMail>[2],
): Promise<void> {
  if ((mail.attempts < noticedAttempt && !isFinal) || mail.news === 'staff') return;
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
        isFinal
          ? `The mail server refused the e-mail “${mail.subject}” to ${mail.recipient}. The shop doesn’t try again by itself.`
          : `The e-mail “${mail.subject}” to ${mail.recipient} failed ${mail.attempts} times. The shop keeps trying for three days.`,
        `Reason: ${problem}`,
        'If the address is wrong, tell the buyer another way. If every e-mail fails, check the mail server, then retry them.',
      ],
      action: { label: 'See failed e-mails', path },
    }),
  });
}
