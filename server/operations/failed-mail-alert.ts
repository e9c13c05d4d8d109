import { counted } from '#contract/wire/counted.ts';
import { type Change, makeChange } from '../platform/database/change.ts';
import { countUse } from '../platform/http/limit.ts';
import { type Job, repeat } from '../platform/jobs/repeat.ts';
import { claimAlerts, isAnyUnnoticed, type NoticedMail } from '../platform/mail/failed-mails.ts';
import type { MailSettings } from '../platform/mail/mail-settings.ts';
import type { OnFailedMail } from '../platform/mail/mailer.ts';
import type { ClaimedMail } from '../platform/mail/outbox.ts';
import type { Services } from '../platform/services/services.ts';
import { notifyWithLetter } from '../staff/notifications/notify-with-letter.ts';

/** The attempt, ten minutes after the first and later than greylisting lasts, from which a mail counts as failed. */
const noticedAttempt = 6;
/** The time between two notices: a mail server may refuse the news to hundreds of buyers. */
const togetherMs = 3_600_000;
/** How often to check whether failed mails wait for the next notice. */
const everyMs = 60_000;
/** How many subjects a notice names, and how many recipients of each; the screen has all. */
const named = { subjects: 5, recipients: 10 };
const path = '/studio/today';
const advice =
  'If the address is wrong, tell the buyer another way. If every e-mail fails, check the mail server, then retry them.';

/** Notifies the studio once a mail keeps failing, or was refused for good. */
export async function alertFailedMail(
  change: Change,
  mailSettings: MailSettings,
  mail: ClaimedMail,
  { isFinal }: Parameters<OnFailedMail>[2],
): Promise<void> {
  if (mail.attempts >= noticedAttempt || isFinal) await alertFailedMails(change, mailSettings);
}

/**
 * Notifies the studio of all mails that fail and that it doesn't know of yet, once an hour at most; not of its own
 * notifications, which would fail too.
 */
export async function alertFailedMails(change: Change, mailSettings: MailSettings): Promise<void> {
  if (!(await isAnyUnnoticed(change.tx, change.now, noticedAttempt))) return;
  const { count } = await countUse(change, 'failedMailNotice', togetherMs);
  if (count > 1) return;
  const mails = await claimAlerts(change, noticedAttempt);
  const [first, ...others] = mails;
  if (!first) return;
  const title =
    others.length === 0 ? 'An e-mail can’t be sent' : `${mails.length} e-mails can’t be sent`;
  await notifyWithLetter(change, mailSettings, {
    kind: 'mail',
    subjectId: 'failed',
    title,
    path,
    paragraphs: [...(others.length === 0 ? aboutOne(first) : aboutMany(mails)), advice],
    action: 'See failed e-mails',
  });
}

/** Notifies the studio of what failed since the last notice, until stopped. */
export function startFailedMailAlerts(services: Services): Job {
  const { database, clock, env, log } = services;
  return repeat(
    { everyMs },
    async () => {
      if (!(await isAnyUnnoticed(database.read, clock(), noticedAttempt))) return;
      await makeChange(services, (change) => alertFailedMails(change, env));
    },
    (error) => log.error({ err: error }, 'noticing failed mails failed'),
  );
}

function aboutOne({ subject, recipient, problem, attempts, isFinal }: NoticedMail): string[] {
  return [
    isFinal
      ? `The e-mail “${subject}” to ${recipient} failed. The shop doesn’t try again by itself.`
      : `The e-mail “${subject}” to ${recipient} failed ${attempts} times. The shop keeps trying for three days.`,
    `Reason: ${problem}`,
  ];
}

function aboutMany(mails: readonly NoticedMail[]): string[] {
  const finals = mails.filter(({ isFinal }) => isFinal).length;
  const bySubject = [...Map.groupBy(mails, ({ subject }) => subject)];
  const more = bySubject.slice(named.subjects).flatMap(([, others]) => others).length;
  return [
    finals === mails.length
      ? 'The shop doesn’t try again by itself.'
      : `The shop doesn’t try ${finals} of them again by itself. It keeps trying the others for three days.`,
    ...bySubject.slice(0, named.subjects).map(([subject, those]) => {
      const recipients = those.slice(0, named.recipients).map(({ recipient }) => recipient);
      const left = those.length - recipients.length;
      const to = [...recipients, ...(left > 0 ? [`${left} more`] : [])];
      return `“${subject}” to ${listed.format(to)}. Reason: ${those[0]?.problem ?? ''}`;
    }),
    ...(more > 0 ? [`And ${counted(more, 'e-mail')} with other subjects.`] : []),
  ];
}

const listed = new Intl.ListFormat('en-US');
