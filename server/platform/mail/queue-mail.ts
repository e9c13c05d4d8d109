import { chunk } from '#contract/wire/chunk.ts';
import type { Change } from '../database/change.ts';
import { newId } from '../database/new-id.ts';
import type { Transaction } from '../database/open.ts';
import type { MailNews } from '../database/tables.ts';
import type { Letter } from './letter.ts';

/** A mail's attachment. `upload` is its name in the file store, `name` what the reader sees. */
export interface Attachment {
  readonly name: string;
  readonly upload: string;
}

export interface QueuedMail extends Letter {
  /** A new id, of a caller that has to know it. */
  readonly id?: string;
  readonly recipient: string | null;
  /** The account that it is about, which may see it, and with which it is deleted. */
  readonly accountId?: string | undefined;
  /** After this it isn't sent any more. */
  readonly expiresAt?: Date;
  /** The address for replies, if it isn't the shop's. */
  readonly replyTo?: string;
  readonly attachments?: readonly Attachment[];
  /** The order or refund whose receipt or credit note is drawn and attached when it is sent, by its id. */
  readonly paperOf?: string | undefined;
  /** What kind of news it is, if it can be withdrawn or tells staff something. */
  readonly news?: MailNews;
}

/** The priority of mails with attachments; see `startMailer`. */
export const filesPriority = 3;

/** Mails per statement, because an engine limits the number of values, and their texts fill memory. */
const mailsAtOnce = 500;

/**
 * Puts a mail in the outbox, in the transaction of the change it reports; it is sent after the commit. A mail
 * with `recipient` null is stored in the same way but never sent, so that a request takes as long whether or
 * not an account exists. Returns its id.
 */
export async function queueMail({ tx, now }: Change, mail: QueuedMail): Promise<string> {
  const row = rowOf(now, mail, mail.expiresAt ? 0 : 1);
  await tx.insertInto('mailOutbox').values(row).execute();
  return row.id;
}

/** The same for news to each of many, which `write` writes. They are sent after all other mails. */
export async function queueMails<Recipient>(
  { tx, now }: Change,
  readers: readonly Recipient[],
  write: (reader: Recipient) => QueuedMail,
): Promise<void> {
  for (const some of chunk(readers, mailsAtOnce)) {
    const mails = some.map((reader) => rowOf(now, write(reader), 2));
    await tx.insertInto('mailOutbox').values(mails).execute();
  }
}

function rowOf(now: Date, mail: QueuedMail, priority: number) {
  const createdAt = now.toISOString();
  const { attachments = [], paperOf = null } = mail;
  return {
    id: mail.id ?? newId(now),
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
    attachments: JSON.stringify(attachments),
    paperOf,
    accountId: mail.accountId ?? null,
    news: mail.news ?? null,
    unsubscribeUrl: mail.unsubscribeUrl ?? null,
    priority: attachments.length > 0 || paperOf !== null ? filesPriority : priority,
  };
}

/** Deletes unsent mails of a kind, to one account or to all: what they announce is no longer true, or not wanted. */
export async function withdrawMails(
  tx: Transaction,
  news: MailNews,
  accountId?: string,
): Promise<void> {
  await tx
    .deleteFrom('mailOutbox')
    .where('news', '=', news)
    .where('sentAt', 'is', null)
    .$if(accountId !== undefined, (mails) => mails.where('accountId', '=', accountId ?? ''))
    .execute();
}
