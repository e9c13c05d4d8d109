import { sql } from 'kysely';
import { readSeller } from '../orders/papers/seller.ts';
import { recordAction, shopItself } from '../platform/audit/record-action.ts';
import { type AuditedChange, type Change, makeChange } from '../platform/database/change.ts';
import { newId } from '../platform/database/new-id.ts';
import type { Database, Transaction } from '../platform/database/open.ts';
import { type Job, repeat } from '../platform/jobs/repeat.ts';
import { letterhead } from '../platform/mail/letterhead.ts';
import { queueMails } from '../platform/mail/queue-mail.ts';
import { endingPath } from '../platform/mail/unsubscribe-token.ts';
import type { Services } from '../platform/services/services.ts';
import { nextReaders, remainingReaders } from './audience.ts';
import { countOutcomes, settleMails } from './outcomes.ts';
import { contentOf, type NewsletterRow } from './read-newsletters.ts';
import { stopByItself, takeBackMails } from './stop-newsletter.ts';
import { couponOf, isCouponOver, newsletterLetter } from './write-newsletter.ts';

/** How fast newsletters are sent, and when one is stopped. */
export interface Pace {
  readonly portionMs: number;
  /** How many mails are queued at a time. */
  readonly portion: number;
  /** How many may wait for an answer of a mail server, before no more are queued. */
  readonly mostWaiting: number;
  /** From how many refused mails on it is stopped, if they are more than this share of those that were answered. */
  readonly fewestRefused: number;
  readonly refusedShare: number;
}

/**
 * 1,200 an hour: a process sends one mail after the other, and ten take less than the half minute until the next ten, so
 * other mails hardly wait, and nobody's mail server takes the shop for a sender of spam. Mail providers look into senders
 * of whose mails more than 5 % are refused.
 */
const usualPace: Pace = {
  portionMs: 30_000,
  portion: 10,
  mostWaiting: 100,
  fewestRefused: 20,
  refusedShare: 0.05,
};

/** How often to look whether one is due. */
const everyMs = 5000;

type Sender = Pick<Services, 'database' | 'clock' | 'env' | 'signingKey'>;

/**
 * Queues the next portion of the newsletter that is due first, and records in the same write who gets it, so nobody gets
 * it twice, whichever process does it and whenever one dies. Returns false if none is due.
 */
export async function sendNextPortion(services: Sender, pace = usualPace): Promise<boolean> {
  const { database, clock } = services;
  const due = await firstDue(database.read, clock());
  if (!due) return false;
  const { id } = due;
  // Not in the write, which others wait for.
  const candidates =
    due.state === 'stopped' ? [] : await nextReaders(database.read, due, pace.portion);
  await makeChange(services, async (change) => {
    const { tx, now } = change;
    const at = now.toISOString();
    // Since then another process may have taken it, or it was stopped.
    const newsletter = await tx
      .updateTable('newsletters')
      .set({
        state: sql`case when "state" = 'stopped' then 'stopped' else 'sending' end`,
        nextAt: new Date(now.getTime() + pace.portionMs).toISOString(),
      })
      .where('id', '=', id)
      .where('nextAt', '<=', at)
      .where('reachedId', 'is not distinct from', due.reachedId)
      .returningAll()
      .executeTakeFirst();
    if (newsletter?.state === 'stopped') await settleStopped(change, id);
    else if (newsletter) await sendPortion(change, services, newsletter, candidates, pace);
  });
  return true;
}

/** What was being sent when a newsletter was stopped ends later. */
async function settleStopped({ tx }: Change, id: string): Promise<void> {
  if ((await takeBackMails(tx, id)) > 0) return;
  await tx.updateTable('newsletters').set({ nextAt: null }).where('id', '=', id).execute();
}

function firstDue(read: Database['read'], now: Date) {
  return read
    .selectFrom('newsletters')
    .select(['id', 'audience', 'state', 'reachedId'])
    .where('nextAt', '<=', now.toISOString())
    .orderBy('nextAt')
    .limit(1)
    .executeTakeFirst();
}

async function sendPortion(
  changed: Change,
  { env, signingKey }: Sender,
  newsletter: NewsletterRow,
  candidates: readonly string[],
  pace: Pace,
): Promise<void> {
  const { tx, now } = changed;
  const { id, subject, text } = newsletter;
  const change = { ...changed, actorId: shopItself };
  await settleMails(tx, id);
  const { sent, refused } = await countOutcomes(tx, id, newsletter.resumedAt ?? '');
  if (refused >= pace.fewestRefused && refused > (sent + refused) * pace.refusedShare) {
    return stopByItself(change, env, newsletter, 'refused');
  }
  const coupon = await couponOf(tx, newsletter);
  if (coupon && (await isCouponOver(tx, coupon, now))) {
    return stopByItself(change, env, newsletter, 'coupon');
  }
  // The version before planned letters without it.
  const seller = await readSeller(tx);
  if (seller.address === '') return stopByItself(change, env, newsletter, 'address');
  const { waiting } = await countOutcomes(tx, id);
  if (candidates.length === 0) {
    if (waiting > 0) return;
    // Readers whom it passed may have come since.
    if (newsletter.reachedId === null) return finish(change, newsletter);
    return reach(tx, id, null);
  }
  const taken = candidates.slice(0, Math.max(0, pace.mostWaiting - waiting));
  const last = taken.at(-1);
  if (last === undefined) return;
  await reach(tx, id, last);
  // Since they were looked for, one may have left, or another process may have mailed them.
  const readers = await remainingReaders(tx, newsletter)
    .select(['accounts.id', 'accounts.email'])
    .where('consent.accountId', 'in', taken)
    .orderBy('consent.accountId')
    .execute();
  if (readers.length === 0) return;
  const head = await letterhead(tx, env);
  const written = { subject, text, seller, ...(await contentOf(tx, newsletter)) };
  const mails = readers.map(({ id: accountId, email: recipient }) => {
    const letter = newsletterLetter(head, written, endingPath(signingKey, 'letters', accountId));
    return { ...letter, id: newId(now), recipient, accountId, news: 'letters' as const };
  });
  const queuedAt = now.toISOString();
  await tx
    .insertInto('newsletterMails')
    .values(
      mails.map(({ id: mailId, accountId }) => ({
        ...{ newsletterId: id, accountId, mailId, queuedAt, outcome: null },
      })),
    )
    .execute();
  await queueMails(change, mails, (mail) => mail);
}

async function reach(tx: Transaction, id: string, reachedId: string | null): Promise<void> {
  await tx.updateTable('newsletters').set({ reachedId }).where('id', '=', id).execute();
}

async function finish(change: AuditedChange, { id, subject }: NewsletterRow): Promise<void> {
  const { tx } = change;
  const { sent, refused } = await countOutcomes(tx, id);
  await tx
    .updateTable('newsletters')
    .set((row) => ({ state: 'sent', nextAt: null, version: row('version', '+', 1) }))
    .where('id', '=', id)
    .execute();
  await recordAction(change, {
    action: 'newsletter.finished',
    subjectId: id,
    before: null,
    after: { name: subject, sent, refused },
  });
}

/** Sends newsletters, until stopped. */
export function startNewsletters(services: Services): Job {
  return repeat(
    { everyMs, firstMs: 0 },
    async (signal) => {
      while (!signal.aborted && (await sendNextPortion(services)));
    },
    (error) => services.log.error({ err: error }, 'sending newsletters failed'),
  );
}
