import { newsletterMessages, newsletterRefusals } from '#contract/studio/newsletters.ts';
import { recordAction } from '../platform/audit/record-action.ts';
import type { AuditedChange } from '../platform/database/change.ts';
import { countOf } from '../platform/database/count-of.ts';
import type { Transaction } from '../platform/database/open.ts';
import { invalidField, Problem } from '../platform/http/problem.ts';
import { remainingReaders } from './audience.ts';
import { countOutcomes, settleMails } from './outcomes.ts';
import { contentOf, type NewsletterRow, newsletterRow } from './read-newsletters.ts';
import { couponOf, isCouponOver } from './write-newsletter.ts';

const longestAhead = { days: 366 };

interface Sending {
  /** The version that was read. */
  readonly version: number;
  /** In the shop's time zone; null: now. */
  readonly at: string | null;
}

/**
 * Has a draft, or the rest of a stopped newsletter, sent now or at a time.
 * @throws NOT_FOUND; CHANGED_MEANWHILE if it isn't as it was read; CONFLICT if it is planned or was sent; INVALID for a time that has
 * passed, without a text or readers, with a design that isn't in the shop or a coupon that has ended by then
 */
export async function sendNewsletter(
  change: AuditedChange,
  id: string,
  { version, at, timeZone }: Sending & { readonly timeZone: string },
): Promise<void> {
  const { tx, now } = change;
  const row = await newsletterRow(tx, id);
  if (row.version !== version) throw new Problem('CHANGED_MEANWHILE', newsletterRefusals.changed);
  if (row.state !== 'draft' && row.state !== 'stopped') {
    throw new Problem('CONFLICT', newsletterRefusals.wasSent);
  }
  const begins = at === null ? now : instantOf(at, timeZone, now);
  await assertCanBeSent(tx, row, begins);
  const sendAt = begins.toISOString();
  await tx
    .updateTable('newsletters')
    .set({ state: at === null ? 'sending' : 'planned', version: version + 1, stopReason: null })
    .set({ sendAt, resumedAt: sendAt, nextAt: sendAt })
    .where('id', '=', id)
    .execute();
  await recordAction(change, {
    action: at === null ? 'newsletter.started' : 'newsletter.planned',
    subjectId: id,
    before: null,
    after: { name: row.subject, audience: row.audience, ...(at !== null && { sendAt }) },
  });
}

/** @throws INVALID */
function instantOf(at: string, timeZone: string, now: Date): Date {
  const local = localTime(at).toZonedDateTime(timeZone);
  const latest = Temporal.Instant.from(now.toISOString()).toZonedDateTimeISO(timeZone);
  const begins = new Date(local.epochMilliseconds);
  if (begins <= now) throw invalidField('at', newsletterRefusals.past);
  if (Temporal.ZonedDateTime.compare(local, latest.add(longestAhead)) > 0) {
    throw invalidField('at', newsletterRefusals.tooLate);
  }
  return begins;
}

/** @throws INVALID for a day that no month has */
function localTime(at: string): Temporal.PlainDateTime {
  try {
    return Temporal.PlainDateTime.from(at);
  } catch {
    throw invalidField('at', newsletterMessages.at);
  }
}

async function assertCanBeSent(tx: Transaction, row: NewsletterRow, begins: Date): Promise<void> {
  if (row.text === '') throw invalidField('text', newsletterRefusals.noText);
  const { designs } = await contentOf(tx, row);
  const missing = designs.find(({ status }) => status !== 'published');
  if (missing) throw invalidField('designIds', newsletterRefusals.notInShop(missing.title));
  const coupon = await couponOf(tx, row);
  if (coupon && (await isCouponOver(tx, coupon, begins))) {
    throw invalidField('couponCode', newsletterRefusals.couponEnded);
  }
  if (coupon?.startsAt && coupon.startsAt > begins.toISOString()) {
    throw invalidField('couponCode', newsletterRefusals.couponNotYet);
  }
  if ((await countOf(remainingReaders(tx, row))) === 0) {
    throw invalidField('audience', newsletterRefusals.nobody);
  }
}

/**
 * Stops a newsletter, and takes back those of its mails that no mail server has seen; those who got it don't get it again.
 * One that was only planned becomes a draft again, and any other stays as it is. @throws NOT_FOUND
 */
export async function stopNewsletter(
  change: AuditedChange,
  id: string,
  stopReason: NonNullable<NewsletterRow['stopReason']>,
): Promise<void> {
  const { tx, now } = change;
  const { state, version, subject, sendAt } = await newsletterRow(tx, id);
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
        : { state: 'stopped', stopReason },
    )
    .set({ version: version + 1, nextAt: waiting === 0 ? null : now.toISOString() })
    .where('id', '=', id)
    .execute();
  await recordAction(change, {
    action: 'newsletter.stopped',
    subjectId: id,
    before: { name: subject, sendAt },
    after: { name: subject, why: stopReason },
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
