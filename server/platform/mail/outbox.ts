import type { ExpressionBuilder } from 'kysely';
import { newId } from '../database/new-id.ts';
import type { Database, Transaction } from '../database/open.ts';
import type { MailNews, Tables } from '../database/tables.ts';
import type { Letter } from './letter.ts';

/** A file that travels with a mail. `upload` is its name in the file store, `name` what the reader sees. */
export interface Attachment {
  readonly name: string;
  readonly upload: string;
}

/**
 * Puts a mail in the outbox, in the transaction of what it tells of; it is sent after the commit.
 * A mail to nobody, `recipient` null, is written the same and never sent, so that asking for an
 * account takes as long whether or not there is one.
 */
export async function queueMail(
  tx: Transaction,
  now: Date,
  mail: Letter & {
    readonly recipient: string | null;
    /** Whose account or order it tells of; theirs to see, and forgotten with them. */
    readonly accountId?: string | undefined;
    /** After this it isn't sent any more. */
    readonly expiresAt?: Date;
    /** Whom an answer goes to, where that isn't the shop. */
    readonly replyTo?: string;
    readonly attachments?: readonly Attachment[];
    /** What may be withdrawn by `withdrawMails` before it is sent. */
    readonly news?: MailNews;
  },
): Promise<void> {
  const createdAt = now.toISOString();
  await tx
    .insertInto('mailOutbox')
    .values({
      id: newId(now),
      recipient: mail.recipient ?? '',
      subject: mail.subject,
      text: mail.text,
      html: mail.html,
      createdAt,
      sentAt: mail.recipient === null ? createdAt : null,
      attempts: 0,
      nextAttemptAt: createdAt,
      lastProblem: null,
      expiresAt: mail.expiresAt?.toISOString() ?? null,
      replyTo: mail.replyTo ?? null,
      attachments: JSON.stringify(mail.attachments ?? []),
      accountId: mail.accountId ?? null,
      news: mail.news ?? null,
    })
    .execute();
}

/** Forgets mails whose news isn't true any more and that didn't go out by now. */
export async function withdrawMails(tx: Transaction, news: MailNews): Promise<void> {
  await tx.deleteFrom('mailOutbox').where('news', '=', news).where('sentAt', 'is', null).execute();
}

/** A mail that its claimer alone may send now. */
export interface ClaimedMail {
  readonly id: string;
  readonly recipient: string;
  readonly subject: string;
  readonly text: string;
  readonly html: string;
  readonly createdAt: string;
  readonly replyTo: string | null;
  readonly attachments: readonly Attachment[];
  /** Which try this is, from 1. */
  readonly attempts: number;
}

/** Longer than any sending takes; a sender that died in between loses its claim after it. */
const claimMs = 5 * 60_000;
const firstWaitMs = 30_000;
const longestWaitMs = 6 * 3_600_000;
/** A mail is tried for at least so long: then it is left for a person. */
const triedForMs = 3 * 24 * 3_600_000;
/** Attempts and not instants count, so that a server that was off for days gives up nothing. */
const maxAttempts = attemptsIn(triedForMs);
/** The failed mails that are listed. */
const mostListed = 100;

/** How many attempts it takes until the last one is at least so long after the first. */
function attemptsIn(milliseconds: number): number {
  let attempts = 1;
  for (let passed = 0; passed < milliseconds; attempts += 1) passed += backoffMs(attempts);
  return attempts;
}

/** The wait after this many attempts that failed: it doubles up to six hours. */
function backoffMs(attempts: number): number {
  return Math.min(longestWaitMs, firstWaitMs * 2 ** (attempts - 1));
}

/**
 * Takes the oldest mail that is due, or answers null. The update holds only while nobody else took
 * the same try, so two senders never send one row at the same time.
 */
export async function claimMail(database: Database, now: Date): Promise<ClaimedMail | null> {
  const nowAt = now.toISOString();
  return database.write(async (tx) => {
    const due = await tx
      .selectFrom('mailOutbox')
      .select(['id', 'attempts'])
      .where('sentAt', 'is', null)
      .where('nextAttemptAt', '<=', nowAt)
      .where('attempts', '<', maxAttempts)
      .where((mail) => mail.or([mail('expiresAt', 'is', null), mail('expiresAt', '>', nowAt)]))
      .orderBy('nextAttemptAt')
      .limit(1)
      .executeTakeFirst();
    if (!due) return null;
    const claimed = await tx
      .updateTable('mailOutbox')
      .set({
        attempts: due.attempts + 1,
        nextAttemptAt: new Date(now.getTime() + claimMs).toISOString(),
      })
      .where('id', '=', due.id)
      .where('attempts', '=', due.attempts)
      .where('sentAt', 'is', null)
      .returning([
        'id',
        'recipient',
        'subject',
        'text',
        'html',
        'createdAt',
        'replyTo',
        'attachments',
        'attempts',
      ])
      .executeTakeFirst();
    return claimed ? { ...claimed, attachments: JSON.parse(claimed.attachments) } : null;
  });
}

/** Notes that a claimed mail went out. What it said leaves with it: a code is kept nowhere else. */
export async function noteSent(database: Database, now: Date, mail: ClaimedMail): Promise<void> {
  await database.write((tx) =>
    tx
      .updateTable('mailOutbox')
      .set({ sentAt: now.toISOString(), lastProblem: null, text: '', html: '', replyTo: null })
      .where('id', '=', mail.id)
      .execute(),
  );
}

/** Notes why a claimed mail did not go out; it is tried again after a wait that doubles. */
export async function noteFailed(
  database: Database,
  now: Date,
  mail: ClaimedMail,
  problem: string,
): Promise<void> {
  await database.write((tx) =>
    tx
      .updateTable('mailOutbox')
      .set({
        nextAttemptAt: new Date(now.getTime() + backoffMs(mail.attempts)).toISOString(),
        lastProblem: problem,
      })
      .where('id', '=', mail.id)
      .where('attempts', '=', mail.attempts)
      .execute(),
  );
}

/** Mails that were tried in vain and are still of use. */
function failed(mail: ExpressionBuilder<Tables, 'mailOutbox'>, now: Date) {
  return mail.and([
    mail('sentAt', 'is', null),
    mail('lastProblem', 'is not', null),
    mail.or([mail('expiresAt', 'is', null), mail('expiresAt', '>', now.toISOString())]),
  ]);
}

export async function countFailedMails(read: Database['read'], now: Date): Promise<number> {
  const { count } = await read
    .selectFrom('mailOutbox')
    .select(({ fn }) => fn.countAll<number>().as('count'))
    .where((mail) => failed(mail, now))
    .executeTakeFirstOrThrow();
  return count;
}

/** A mail that did not go out, without what it says. */
export interface FailedMail {
  readonly id: string;
  readonly recipient: string;
  readonly subject: string;
  /** The codes of the last failure, such as `EENVELOPE 550`. */
  readonly problem: string;
  readonly createdAt: string;
  /** Null once it is given up. */
  readonly nextTryAt: string | null;
}

/** The newest of them, at most 100. */
export async function failedMails(read: Database['read'], now: Date): Promise<FailedMail[]> {
  const rows = await read
    .selectFrom('mailOutbox')
    .select(['id', 'recipient', 'subject', 'lastProblem', 'createdAt', 'attempts', 'nextAttemptAt'])
    .where((mail) => failed(mail, now))
    .orderBy('createdAt', 'desc')
    .limit(mostListed)
    .execute();
  return rows.map(({ lastProblem, attempts, nextAttemptAt, ...mail }) => ({
    ...mail,
    problem: lastProblem ?? '',
    nextTryAt: attempts < maxAttempts ? nextAttemptAt : null,
  }));
}

/**
 * Lets failed mails be tried at once, and as often as new ones: the one with this id, or all where
 * there is none. Answers how many.
 */
export async function retryFailedMails(
  tx: Transaction,
  now: Date,
  id: string | null = null,
): Promise<number> {
  const { numUpdatedRows } = await tx
    .updateTable('mailOutbox')
    .set({ attempts: 0, nextAttemptAt: now.toISOString() })
    .where((mail) => failed(mail, now))
    .$if(id !== null, (mails) => mails.where('id', '=', id))
    .executeTakeFirstOrThrow();
  return Number(numUpdatedRows);
}
