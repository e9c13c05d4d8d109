import * as v from 'valibot';
import { moneySchema, paragraphsSchema } from '../wire/fields.ts';
import { isRealDay } from '../wire/real-day.ts';
import { designTypes } from './custom-request.ts';
import { dayInWords } from './day-in-words.ts';

/** The most of each that a quote can have. */
export const quoteLimits = { rounds: 50, days: 365, validDays: 90, included: 5000 } as const;

export const quoteMessages = {
  price: 'Enter a price of at least $0.50.',
  deposit: 'The deposit must be at least $0.50 and less than the price.',
  rounds: `Enter 0 to ${quoteLimits.rounds} rounds of changes.`,
  days: `Enter 1 to ${quoteLimits.days} days.`,
  validDays: `Enter 1 to ${quoteLimits.validDays} days.`,
  included: 'Enter what the price includes.',
  day: 'Enter a day, such as 2027-06-12.',
  notDesign: 'Only a yearly licence has a first and a last day.',
  atOnce: 'A yearly licence is paid at once, without a deposit.',
  endsFirst: 'Enter a last day after the first.',
  yearOver: 'Enter a last day that is ahead.',
  afterPresent: (until: string, first: string) =>
    `The present yearly licence runs until ${dayInWords(until)}. Let this one begin on ${dayInWords(first)}.`,
  yearTooLong: 'Enter a last day at most a year and a day after the first.',
  colleague: 'Someone else has sent a quote meanwhile. Please check it first.',
  replaced: 'The studio has sent another quote. Please read it before you accept.',
  notDue: 'This payment can’t be made now. Reload the page to see what is due.',
  expired: 'This quote has expired. Please ask the studio for a new one.',
} as const;

/** The smallest amount that can be charged, in dollars. */
const leastCharge = 0.5;

const wholeSchema = (least: number, most: number, message: string) =>
  v.pipe(
    v.number(message),
    v.integer(message),
    v.minValue(least, message),
    v.maxValue(most, message),
  );

const daySchema = v.pipe(
  v.string(quoteMessages.day),
  v.isoDate(quoteMessages.day),
  v.check(isRealDay, quoteMessages.day),
);

const chargeSchema = (message: string) => v.pipe(moneySchema, v.minValue(leastCharge, message));

/**
 * A quote as the studio sends it. `rounds`: how often the buyer can ask for changes; null: as often as they like. `days`
 * from the payment. `replaces`: the version of the quote that was shown; 0 if there was none.
 */
const offerSchema = v.object({
  /** Dollars. */
  price: chargeSchema(quoteMessages.price),
  /** What is paid first, in dollars; null: all of it. */
  deposit: v.nullable(chargeSchema(quoteMessages.deposit)),
  included: paragraphsSchema(quoteMessages.included, quoteLimits.included),
  designType: v.picklist(designTypes),
  rounds: v.nullable(wholeSchema(0, quoteLimits.rounds, quoteMessages.rounds)),
  days: wholeSchema(1, quoteLimits.days, quoteMessages.days),
  validDays: wholeSchema(1, quoteLimits.validDays, quoteMessages.validDays),
  /** The first and the last day, of a yearly licence alone. */
  startsOn: v.optional(daySchema),
  endsOn: v.optional(daySchema),
  replaces: wholeSchema(0, 1_000_000, quoteMessages.colleague),
});

export const quoteOfferSchema = v.pipe(
  offerSchema,
  v.forward(
    v.partialCheck(
      [['price'], ['deposit']],
      ({ price, deposit }) => deposit === null || deposit < price,
      quoteMessages.deposit,
    ),
    ['deposit'],
  ),
);
export type QuoteOffer = v.InferOutput<typeof quoteOfferSchema>;
