import type { Database, Transaction } from '../database/open.ts';
import type { MailNews } from '../database/tables.ts';
import { newId } from '../new-id.ts';
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

/** A mail that failed this often is left for a person: about three days. */
const mostAttempts = 16;
/** Longer than any sending takes; a sender that died in between loses its claim after it. */
const claimMs = 5 * 60_000;
const firstWaitMs = 30_000;
const longestWaitMs = 6 * 3_600_000;

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
      .where('attempts', '<', mostAttempts)
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
  const wait = Math.min(longestWaitMs, firstWaitMs * 2 ** (mail.attempts - 1));
  await database.write((tx) =>
    tx
      .updateTable('mailOutbox')
      .set({
        nextAttemptAt: new Date(now.getTime() + wait).toISOString(),
        lastProblem: problem,
      })
      .where('id', '=', mail.id)
      .where('attempts', '=', mail.attempts)
      .execute(),
  );
}

/** Mails that were tried in vain and are still of use. */
export async function countFailedMails(read: Database['read'], now: Date): Promise<number> {
  const { count } = await read
    .selectFrom('mailOutbox')
    .select(({ fn }) => fn.countAll<number>().as('count'))
    .where('sentAt', 'is', null)
    .where('lastProblem', 'is not', null)
    .where((mail) =>
      mail.or([mail('expiresAt', 'is', null), mail('expiresAt', '>', now.toISOString())]),
    )
    .executeTakeFirstOrThrow();
  return count;
}

/** Lets them be tried at once, and as often as new ones; answers how many. */
export async function retryFailedMails(tx: Transaction, now: Date): Promise<number> {
  const nowAt = now.toISOString();
  const { numUpdatedRows } = await tx
    .updateTable('mailOutbox')
    .set({ attempts: 0, nextAttemptAt: nowAt })
    .where('sentAt', 'is', null)
    .where('lastProblem', 'is not', null)
    .where((mail) => mail.or([mail('expiresAt', 'is', null), mail('expiresAt', '>', nowAt)]))
    .executeTakeFirstOrThrow();
  return Number(numUpdatedRows);
}
