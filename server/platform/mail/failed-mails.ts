import type { ExpressionBuilder } from 'kysely';
import type { Change } from '../database/change.ts';
import { countOf } from '../database/count-of.ts';
import type { Database } from '../database/open.ts';
import type { Tables } from '../database/tables.ts';
import { unrecorded } from './mail-error.ts';
import { maxAttempts } from './outbox.ts';

/** Mails that can't be sent: what staff see of them, and how they have them tried again. */

/** How many failed mails are listed: a mail server may refuse the news to many at once. */
const maxListed = 1000;

/** Mails that failed and haven't expired. */
function failed(mail: ExpressionBuilder<Tables, 'mailOutbox'>, now: Date) {
  return mail.and([
    mail('sentAt', 'is', null),
    mail('lastProblem', 'is not', null),
    mail.or([mail('expiresAt', 'is', null), mail('expiresAt', '>', now.toISOString())]),
  ]);
}

/** Failed mails with this many attempts that the studio wasn't notified of; not its own notifications. */
function unnoticed(mail: ExpressionBuilder<Tables, 'mailOutbox'>, now: Date, fromAttempt: number) {
  return mail.and([
    failed(mail, now),
    mail('noticedAt', 'is', null),
    mail('attempts', '>=', fromAttempt),
    // None that is being sent.
    mail('roundsLeft', '=', 0),
    mail.or([mail('news', 'is', null), mail('news', '!=', 'staff')]),
  ]);
}

export async function isAnyUnnoticed(
  read: Database['read'],
  now: Date,
  fromAttempt: number,
): Promise<boolean> {
  const found = await read
    .selectFrom('mailOutbox')
    .select('id')
    .where((mail) => unnoticed(mail, now, fromAttempt))
    .limit(1)
    .executeTakeFirst();
  return found !== undefined;
}

/** A mail that the studio is notified of. `isFinal`: it isn't tried any more. */
export interface NoticedMail {
  readonly recipient: string;
  readonly subject: string;
  readonly problem: string;
  readonly attempts: number;
  readonly isFinal: boolean;
}

/** Records that the studio is notified of all that fail, and returns them, the oldest first. */
export async function claimAlerts(
  { tx, now }: Change,
  fromAttempt: number,
): Promise<readonly NoticedMail[]> {
  const claimed = await tx
    .updateTable('mailOutbox')
    .set({ noticedAt: now.toISOString() })
    .where((mail) => unnoticed(mail, now, fromAttempt))
    .returning(['id', 'recipient', 'subject', 'lastProblem', 'attempts'])
    .execute();
  return claimed
    .toSorted((one, other) => (one.id < other.id ? -1 : 1))
    .map(({ recipient, subject, lastProblem, attempts }) => ({
      recipient,
      subject,
      problem: lastProblem ?? '',
      attempts,
      isFinal: attempts >= maxAttempts,
    }));
}

export async function countFailedMails(read: Database['read'], now: Date): Promise<number> {
  return countOf(read.selectFrom('mailOutbox').where((mail) => failed(mail, now)));
}

/** A mail that wasn't sent, without its content. */
export interface FailedMail {
  readonly id: string;
  readonly recipient: string;
  readonly subject: string;
  /** Codes and words of the last failure, as `mailProblem` has them, such as `EENVELOPE 550: 5.1.1 User unknown`. */
  readonly problem: string;
  readonly createdAt: string;
  /** Null once it isn't retried any more. */
  readonly nextTryAt: string | null;
}

/** The newest failed mails, at most 1,000. */
export async function failedMails(read: Database['read'], now: Date): Promise<FailedMail[]> {
  const rows = await read
    .selectFrom('mailOutbox')
    .select(['id', 'recipient', 'subject', 'lastProblem', 'createdAt', 'attempts', 'nextAttemptAt'])
    .where((mail) => failed(mail, now))
    .orderBy('createdAt', 'desc')
    .limit(maxListed)
    .execute();
  return rows.map(({ lastProblem, attempts, nextAttemptAt, ...mail }) => ({
    ...mail,
    problem: lastProblem ?? '',
    nextTryAt: attempts < maxAttempts ? nextAttemptAt : null,
  }));
}

/**
 * Retries failed mails now, with a fresh count of attempts: the one with this id, or all if it is null, but for those
 * that were sent and couldn't be recorded; none that is being sent. Returns how many.
 */
export async function retryFailedMails(
  { tx, now }: Change,
  id: string | null = null,
): Promise<number> {
  const { numUpdatedRows } = await tx
    .updateTable('mailOutbox')
    .set({ attempts: 0, nextAttemptAt: now.toISOString(), noticedAt: null })
    .where((mail) => failed(mail, now))
    .where('roundsLeft', '=', 0)
    .$if(id !== null, (mails) => mails.where('id', '=', id))
    .$if(id === null, (mails) => mails.where('lastProblem', 'not like', `${unrecorded} %`))
    .executeTakeFirstOrThrow();
  return Number(numUpdatedRows);
}
