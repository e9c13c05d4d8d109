import { type ExpressionBuilder, sql } from 'kysely';
import type { Change } from '../database/change.ts';
import type { Database, Reader } from '../database/open.ts';
import type { MailNews, Tables } from '../database/tables.ts';
import { backoffMs } from '../jobs/backoff.ts';
import type { Kind } from '../jobs/do-next.ts';
import { setClaimed, skipTaken } from '../jobs/lease.ts';
import { type Attachment, filesPriority } from './queue-mail.ts';

/** A mail claimed by one sender, which alone may send it now. */
export interface ClaimedMail {
  readonly id: string;
  readonly recipient: string;
  readonly subject: string;
  readonly news: MailNews | null;
  readonly text: string;
  readonly html: string;
  readonly createdAt: string;
  readonly replyTo: string | null;
  /** The address that ends its kind of e-mails; null: it has no kind. */
  readonly unsubscribeUrl: string | null;
  readonly attachments: readonly Attachment[];
  /** The order or refund whose paper is attached too, by its id, or that paper; null: none. */
  readonly paperOf: string | null;
  /** The number of this attempt, from 1. */
  readonly attempts: number;
  /** How many earlier ones sent it as a whole and got no answer. */
  readonly unanswered: number;
}

/**
 * The first waits, in ms: attempts after 30, 60, 120 and 300 s. A server with greylisting takes a mail from somebody new
 * only after a minute or five, and a code is valid for two minutes.
 */
const firstWaitsMs = [30_000, 30_000, 60_000, 180_000];
const backoff = { firstMs: 300_000, longestMs: 6 * 3_600_000 };
/** How long a mail is retried at least; then staff have to look at it. */
const triedForMs = 3 * 24 * 3_600_000;
/** Attempts are counted instead of time, so that a server that was off for days gives up on nothing. */
export const maxAttempts = attemptsIn(triedForMs);

/**
 * How often a mail is sent as a whole without an answer, which takes about 40 minutes of attempts. From then on staff
 * have it sent again, once at a time: each time, its reader may have got it.
 */
export const maxUnanswered = 8;

/** How long to wait after this many failed attempts, from 1. */
function waitMs(attempts: number): number {
  return firstWaitsMs[attempts - 1] ?? backoffMs(attempts - firstWaitsMs.length, backoff);
}

/** How many attempts it takes until the last one is at least this long after the first. */
function attemptsIn(milliseconds: number): number {
  let attempts = 1;
  for (let passed = 0; passed < milliseconds; attempts += 1) passed += waitMs(attempts);
  return attempts;
}

/**
 * How many rounds a claim lasts after the one in which it was last renewed, so four in all. Each ends when somebody
 * looks, so none while the database is away: whoever still has the mail renews it, or records it as sent, once the
 * database is back.
 */
const rounds = 3;
/** How long a round is at least, in ms. A mail whose sender died is taken over within a minute. */
const roundMs = 10_000;
/** How often a claim is renewed, in ms: before its round is over. */
const renewMs = roundMs / 2;

/** What a claim sets when it begins or is renewed. */
function claimed(now: Date) {
  return { roundsLeft: rounds, nextAttemptAt: new Date(now.getTime() + roundMs).toISOString() };
}

/** Whose writes a mail's claim, its renewals and its end are, so that no write that queues a mail gets in their way. */
export const mailOwner = 'mails';

/** Mails by whether they have attachments. */
export type MailKind = 'plain' | 'with files';

/** The mail without a sender to send next, of a kind or of all. */
function nextDue(reader: Reader, now: Date, kind?: MailKind) {
  const nowAt = now.toISOString();
  return (
    reader
      .selectFrom('mailOutbox')
      .select(['id', 'attempts'])
      .where('sentAt', 'is', null)
      // As the index has it.
      .where('roundsLeft', '=', sql.lit(0))
      .where('nextAttemptAt', '<=', nowAt)
      .where('attempts', '<', maxAttempts)
      .where((mail) => mail.or([mail('expiresAt', 'is', null), mail('expiresAt', '>', nowAt)]))
      .$if(kind === 'plain', (mails) => mails.where('priority', '<', filesPriority))
      .$if(kind === 'with files', (mails) => mails.where('priority', '=', filesPriority))
      .orderBy('priority')
      .orderBy('nextAttemptAt')
      .limit(1)
  );
}

/** Mails with a sender whose round is over. */
function overdue(mail: ExpressionBuilder<Tables, 'mailOutbox'>, now: Date) {
  return mail.and([
    mail('sentAt', 'is', null),
    mail('roundsLeft', '>', sql.lit(0)),
    mail('nextAttemptAt', '<=', now.toISOString()),
  ]);
}

/**
 * Mails to send, of a kind or all. The claim only succeeds if nobody else has claimed the same attempt, so two senders
 * never send the same mail at once.
 */
export function mailWork(kind?: MailKind): Kind<ClaimedMail> {
  return {
    name: 'mails',
    owner: mailOwner,
    renewMs,
    async isAnyFree(read, now) {
      const taken = read.selectFrom('mailOutbox').where((mail) => overdue(mail, now));
      const due =
        (await nextDue(read, now, kind).executeTakeFirst()) ??
        (await taken.select('id').limit(1).executeTakeFirst());
      return due !== undefined;
    },
    claim: (change) => claim(change, kind),
    renew: ({ tx, now }, { id, attempts }) =>
      setClaimed(tx, 'mailOutbox', { id, attempts, sentAt: null }, claimed(now)),
  };
}

async function claim({ tx, now }: Change, kind?: MailKind): Promise<ClaimedMail | null> {
  await tx
    .updateTable('mailOutbox')
    .set((mail) => ({ ...claimed(now), roundsLeft: mail('roundsLeft', '-', 1) }))
    .where((mail) => overdue(mail, now))
    .execute();
  const next = await nextDue(tx, now, kind).modifyEnd(skipTaken(tx)).executeTakeFirst();
  if (!next) return null;
  const mail = await tx
    .updateTable('mailOutbox')
    .set({
      attempts: next.attempts + 1,
      ...claimed(now),
    })
    .where('id', '=', next.id)
    .where('attempts', '=', next.attempts)
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
      'paperOf',
      'attempts',
      'unanswered',
      'news',
      'unsubscribeUrl',
    ])
    .executeTakeFirst();
  return mail ? { ...mail, attachments: JSON.parse(mail.attachments) } : null;
}

/** Records that a claimed mail was sent, and deletes its content: a code is stored nowhere else. */
export async function recordSent(
  { tx, now }: Change,
  { id }: Pick<ClaimedMail, 'id'>,
): Promise<void> {
  await tx
    .updateTable('mailOutbox')
    .set({
      sentAt: now.toISOString(),
      lastProblem: null,
      text: '',
      html: '',
      replyTo: null,
      unsubscribeUrl: null,
      paperOf: null,
    })
    .where('id', '=', id)
    .execute();
}

/** How an attempt ended without the mail server's consent. */
interface Failed {
  readonly problem: string;
  readonly isFinal: boolean;
  readonly isUnanswered: boolean;
}

/**
 * Records why a claimed mail wasn't sent. It is retried after the backoff; if `isFinal`, only by staff. False if somebody
 * else has it.
 */
export function recordFailed(
  change: Change,
  mail: ClaimedMail,
  { problem, isFinal, isUnanswered }: Failed,
): Promise<boolean> {
  return endClaim(change, mail, waitMs(mail.attempts), {
    lastProblem: problem,
    attempts: isFinal ? maxAttempts : mail.attempts,
    unanswered: mail.unanswered + (isUnanswered ? 1 : 0),
  });
}

/** The same without counting this attempt, so the mail is retried soon. */
export function giveBackMail(change: Change, mail: ClaimedMail, problem: string): Promise<boolean> {
  return endClaim(change, mail, waitMs(1), { lastProblem: problem, attempts: mail.attempts - 1 });
}

function endClaim(
  { tx, now }: Change,
  { id, attempts }: ClaimedMail,
  afterMs: number,
  values: { readonly lastProblem: string; readonly attempts: number; readonly unanswered?: number },
): Promise<boolean> {
  const nextAttemptAt = new Date(now.getTime() + afterMs).toISOString();
  const ended = { ...values, nextAttemptAt, roundsLeft: 0 };
  return setClaimed(tx, 'mailOutbox', { id, attempts }, ended);
}

/** Whether a mail is being sent, by any process. */
export async function isBeingSent(read: Database['read'], id: string): Promise<boolean> {
  const mail = await read
    .selectFrom('mailOutbox')
    .select('id')
    .where('id', '=', id)
    .where('sentAt', 'is', null)
    .where('roundsLeft', '>', 0)
    .executeTakeFirst();
  return mail !== undefined;
}
