import { type QuoteOffer, quoteMessages } from '#contract/shop/quote.ts';
import { fromWire } from '#contract/wire/money.ts';
import type { AuditedChange } from '../platform/database/change.ts';
import { Problem } from '../platform/http/problem.ts';
import { readSetting } from '../platform/settings/settings.ts';
import { latestQuote, type QuoteRow } from './quotes.ts';
import { transition } from './transition.ts';

const day = 86_400_000;

/**
 * Stores a quote, which replaces an earlier one, and moves the request to `quoted`.
 * @throws CHANGED_MEANWHILE if it was made before a colleague's was seen, and what `transition` throws
 */
export async function makeQuote(
  change: AuditedChange,
  requestId: string,
  { replaces, validDays, price, deposit, ...terms }: QuoteOffer,
): Promise<QuoteRow> {
  const { tx, now, actorId: staffId } = change;
  const { version = 0 } = (await latestQuote(tx, requestId)) ?? {};
  if (version !== replaces) throw new Problem('CHANGED_MEANWHILE', quoteMessages.colleague);
  await transition(change, requestId, 'quote', { staffId });
  return tx
    .insertInto('quotes')
    .values({
      ...terms,
      requestId,
      version: version + 1,
      price: fromWire(price),
      deposit: deposit === null ? null : fromWire(deposit),
      termsVersion: (await readSetting(tx, 'studio')).value.termsVersion,
      validUntil: new Date(now.getTime() + validDays * day).toISOString(),
      staffId,
      createdAt: now.toISOString(),
    })
    .returningAll()
    .executeTakeFirstOrThrow();
}
