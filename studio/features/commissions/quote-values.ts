import * as v from 'valibot';
import { dayAfter, yearFrom, yearlyCovers } from '#contract/shop/licence-year.ts';
import { type QuoteOffer, quoteOfferSchema } from '#contract/shop/quote.ts';
import type { StudioQuote } from '#contract/studio/commissions.ts';
import { parseCents } from '#contract/wire/parse-amount.ts';

/** Converts between the texts of the quote form and what is sent. */

export type QuoteField = Exclude<keyof QuoteOffer, 'replaces'>;
export type QuoteTexts = Readonly<Record<QuoteField, string>>;

export const emptyQuote: QuoteTexts = {
  price: '',
  deposit: '',
  included: '',
  designType: 'Non-Exclusive',
  rounds: '2',
  days: '14',
  validDays: '14',
  startsOn: '',
  endsOn: '',
};

/** For a yearly licence: it begins after the present one, or today. `until`: the last day of the present one. */
export function emptyYear(until: string | null, today: string): QuoteTexts {
  const startsOn = until !== null && until >= today ? dayAfter(until) : today;
  const drawn = { rounds: '0', days: '1' };
  return { ...emptyQuote, ...drawn, included: yearlyCovers, startsOn, endsOn: yearFrom(startsOn) };
}

/** For studios that have sent no quotes yet. */
export const starters: readonly { readonly label: string; readonly texts: QuoteTexts }[] = [
  {
    label: 'Seamless pattern, 2 rounds',
    texts: { ...emptyQuote, included: 'A seamless pattern as a PNG at 350 DPI.' },
  },
  {
    label: 'Exclusive seamless pattern, as many rounds as the buyer likes',
    texts: {
      ...emptyQuote,
      included: 'A seamless pattern as a PNG at 350 DPI, for you alone.',
      designType: 'Exclusive',
      rounds: '',
    },
  },
];

/** Dollars; 0, which no quote can be, for what isn't an amount. */
const dollars = (text: string) => (parseCents(text.trim()) ?? 0) / 100;
/** A number that no quote can have for what isn't one. */
const whole = (text: string) => (/^\d{1,9}$/.test(text.trim()) ? Number(text) : -1);

/** Null: as many as the buyer likes, or all is paid at once. */
function orNull(text: string, read: (text: string) => number): number | null {
  return text.trim() === '' ? null : read(text);
}

export function quoteFormSchema(replaces: number) {
  return v.pipe(
    v.record(v.string(), v.string()),
    v.transform((texts) => offerFrom(texts as QuoteTexts, replaces)),
    quoteOfferSchema,
  );
}

export function offerFrom(texts: QuoteTexts, replaces: number): QuoteOffer {
  return {
    price: dollars(texts.price),
    deposit: orNull(texts.deposit, dollars),
    included: texts.included,
    designType: texts.designType === 'Exclusive' ? 'Exclusive' : 'Non-Exclusive',
    rounds: orNull(texts.rounds, whole),
    days: whole(texts.days),
    validDays: whole(texts.validDays),
    ...(texts.startsOn !== '' && { startsOn: texts.startsOn }),
    ...(texts.endsOn !== '' && { endsOn: texts.endsOn }),
    replaces,
  };
}

const day = 86_400_000;

/** The texts that would send the same quote again. */
export function textsOf(quote: StudioQuote): QuoteTexts {
  const valid = Date.parse(quote.validUntil) - Date.parse(quote.createdAt);
  return {
    price: quote.price.toFixed(2),
    deposit: quote.deposit?.toFixed(2) ?? '',
    included: quote.included,
    designType: quote.designType,
    rounds: quote.rounds?.toString() ?? '',
    days: String(quote.days),
    validDays: String(Math.round(valid / day)),
    startsOn: quote.startsOn ?? '',
    endsOn: quote.endsOn ?? '',
  };
}
