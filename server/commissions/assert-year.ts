import { dayAfter } from '#contract/shop/licence-year.ts';
import { type QuoteOffer, quoteMessages } from '#contract/shop/quote.ts';
import { yearlyUntil } from '../licences/years.ts';
import type { Change } from '../platform/database/change.ts';
import type { Env } from '../platform/env.ts';
import { invalidField } from '../platform/http/problem.ts';
import { readToday } from '../platform/settings/settings.ts';
import type { RequestRow } from './transition.ts';

/** The last day of an account's present yearly licence; null: it has none that isn't over. The next year begins the day after. */
export async function presentUntil(
  { tx, now }: Change,
  env: Pick<Env, 'timeZone'>,
  accountId: string,
): Promise<string | null> {
  const until = await yearlyUntil(tx, accountId);
  return until !== null && until >= (await readToday(tx, env, now)) ? until : null;
}

/**
 * Refuses a quote whose days don't fit what it is for: a yearly licence has a year that begins when the present one has
 * ended, and is paid at once; a design has none.
 * @throws INVALID
 */
export async function assertYear(
  change: Change,
  env: Pick<Env, 'timeZone'>,
  { wants, accountId }: RequestRow,
  { startsOn, endsOn, deposit }: QuoteOffer,
): Promise<void> {
  if (wants === 'design') {
    if (startsOn !== undefined) throw invalidField('startsOn', quoteMessages.notDesign);
    if (endsOn !== undefined) throw invalidField('endsOn', quoteMessages.notDesign);
    return;
  }
  if (startsOn === undefined) throw invalidField('startsOn', quoteMessages.day);
  if (endsOn === undefined) throw invalidField('endsOn', quoteMessages.day);
  if (deposit !== null) throw invalidField('deposit', quoteMessages.atOnce);
  if (endsOn <= startsOn) throw invalidField('endsOn', quoteMessages.endsFirst);
  const today = await readToday(change.tx, env, change.now);
  if (endsOn <= today) throw invalidField('endsOn', quoteMessages.yearOver);
  const longest = String(Temporal.PlainDate.from(startsOn).add({ years: 1, days: 1 }));
  if (endsOn > longest) throw invalidField('endsOn', quoteMessages.yearTooLong);
  const until = accountId === null ? null : await presentUntil(change, env, accountId);
  if (until === null) return;
  const first = dayAfter(until);
  if (startsOn !== first) throw invalidField('startsOn', quoteMessages.afterPresent(until, first));
}
