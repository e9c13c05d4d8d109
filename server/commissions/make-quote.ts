import { type QuoteOffer, quoteMessages } from '#contract/shop/quote.ts';
import { fromWire } from '#contract/wire/money.ts';
import { recordAction } from '../platform/audit/record-action.ts';
import type { AuditedChange } from '../platform/database/change.ts';
import { Problem } from '../platform/http/problem.ts';
import { readSetting } from '../platform/settings/settings.ts';
import { latestQuote, type QuoteRow } from './quotes.ts';
import { transition } from './transition.ts';

const day = 86_400_000;

/**
 * Stores a quote, which replaces an earlier one, and moves the request to `quoted`. Sent again, it changes nothing.
 * @throws CHANGED_MEANWHILE if it was made before a colleague's was seen, and what `transition` throws
 */
export async function makeQuote(
  change: AuditedChange,
  requestId: string,
  { replaces, validDays, price, deposit, startsOn, endsOn, ...words }: QuoteOffer,
): Promise<QuoteRow> {
  const { tx, now, actorId: staffId } = change;
  const offered = {
    ...words,
    startsOn: startsOn ?? null,
    endsOn: endsOn ?? null,
    price: fromWire(price),
    deposit: deposit === null ? null : fromWire(deposit),
    staffId,
  };
  const latest = await latestQuote(tx, requestId);
  const version = replaces + 1;
  if (latest?.version === version && isTheSame(offered, latest)) return latest;
  if ((latest?.version ?? 0) !== replaces) {
    throw new Problem('CHANGED_MEANWHILE', quoteMessages.colleague);
  }
  await transition(change, requestId, 'quote', { staffId });
  await recordAction(change, {
    action: 'commission.quoted',
    subjectId: requestId,
    before: latest && { price: latest.price },
    after: { price: offered.price },
  });
  return tx
    .insertInto('quotes')
    .values({
      ...offered,
      requestId,
      version,
      termsVersion: (await readSetting(tx, 'studio')).value.termsVersion,
      validUntil: new Date(now.getTime() + validDays * day).toISOString(),
      createdAt: now.toISOString(),
    })
    .returningAll()
    .executeTakeFirstOrThrow();
}

/** Whether the fields of the first are the same in the second. */
function isTheSame(offered: object, stored: QuoteRow): boolean {
  return Object.entries(offered).every(
    ([field, value]) => stored[field as keyof QuoteRow] === value,
  );
}
