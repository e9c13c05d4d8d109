import type { Selectable } from 'kysely';
import type { LicenceYear } from '#contract/shop/licence-year.ts';
import { quoteMessages } from '#contract/shop/quote.ts';
import type { Change } from '../platform/database/change.ts';
import type { Reader } from '../platform/database/open.ts';
import type { Tables } from '../platform/database/tables.ts';
import { Problem } from '../platform/http/problem.ts';

/** A quote with its amounts in cents. */
export type QuoteRow = Selectable<Tables['quotes']>;

/** The days of the yearly licence that a quote is for; null: it is for a design. */
export function yearOf({ startsOn, endsOn }: QuoteRow): LicenceYear | null {
  return startsOn === null || endsOn === null ? null : { startsOn, endsOn };
}

/** The quote in force: of a request's, the one of the highest version. */
export async function latestQuote(reader: Reader, requestId: string): Promise<QuoteRow | null> {
  const row = await reader
    .selectFrom('quotes')
    .selectAll()
    .where('requestId', '=', requestId)
    .orderBy('version', 'desc')
    .limit(1)
    .executeTakeFirst();
  return row ?? null;
}

/**
 * The quote that a buyer accepts, by the version that they saw. Whether the request may be paid is up to `transition`.
 * @throws PRICE_CHANGED if the studio has sent another; CONFLICT if it has expired
 */
export async function quoteToAccept(
  { tx, now }: Change,
  requestId: string,
  version: number,
): Promise<QuoteRow> {
  const quote = await latestQuote(tx, requestId);
  if (quote?.version !== version) throw new Problem('PRICE_CHANGED', quoteMessages.replaced);
  if (quote.validUntil <= now.toISOString()) throw new Problem('CONFLICT', quoteMessages.expired);
  return quote;
}
