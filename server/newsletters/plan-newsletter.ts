import { newsletterMessages, newsletterRefusals } from '#contract/studio/newsletters.ts';
import { readSeller } from '../orders/papers/seller.ts';
import { recordAction } from '../platform/audit/record-action.ts';
import type { AuditedChange } from '../platform/database/change.ts';
import type { Transaction } from '../platform/database/open.ts';
import { invalidField, Problem } from '../platform/http/problem.ts';
import { withdrawNotice } from '../staff/notifications/notify-studio.ts';
import { audienceText } from './audience.ts';
import { contentOf, type NewsletterRow, newsletterRow } from './read-newsletters.ts';
import { couponOf, isCouponOver } from './write-newsletter.ts';

const longestAhead = { days: 366 };

interface Sending {
  /** The version that was read. */
  readonly version: number;
  /** In the shop's time zone; null: now. */
  readonly at: string | null;
  readonly timeZone: string;
  /** How many readers it still has, counted before the write, which others wait for. */
  readonly readers: number;
}

/**
 * Has a draft, or the rest of a stopped newsletter, sent now or at a time.
 * @throws NOT_FOUND; CHANGED_MEANWHILE if it isn't as it was read; CONFLICT if it is planned or was sent, or the seller has
 * no address; INVALID for a time that has passed, without a text or readers, with a design that isn't in the shop or a coupon
 * that has ended by then
 */
export async function sendNewsletter(
  change: AuditedChange,
  id: string,
  { version, at, timeZone, readers }: Sending,
): Promise<void> {
  const { tx, now } = change;
  const row = await newsletterRow(tx, id);
  if (row.version !== version) throw new Problem('CHANGED_MEANWHILE', newsletterRefusals.changed);
  if (row.state !== 'draft' && row.state !== 'stopped') {
    throw new Problem('CONFLICT', newsletterRefusals.wasSent);
  }
  const begins = at === null ? now : instantOf(at, timeZone, now);
  await assertCanBeSent(tx, row, begins);
  if (readers === 0) throw invalidField('audience', newsletterRefusals.nobody);
  const sendAt = begins.toISOString();
  await tx
    .updateTable('newsletters')
    .set({ state: at === null ? 'sending' : 'planned', version: version + 1, stopReason: null })
    .set({ sendAt, resumedAt: sendAt, nextAt: sendAt, reachedId: null })
    .where('id', '=', id)
    .execute();
  await withdrawNotice(tx, 'mail', id);
  await recordAction(change, {
    action: at === null ? 'newsletter.started' : 'newsletter.planned',
    subjectId: id,
    before: null,
    after: {
      name: row.subject,
      audience: await audienceText(tx, row.audience),
      readers,
      ...(at !== null && { sendAt }),
    },
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

/** @throws INVALID; CONFLICT */
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
  const { address } = await readSeller(tx);
  if (address === '') throw new Problem('CONFLICT', newsletterRefusals.noAddress);
}
