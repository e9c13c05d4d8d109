import * as v from 'valibot';
import { idSchema, instantSchema, moneySchema } from '../wire/fields.ts';
import { commissionStates, movers } from './commission-states.ts';
import { designTypes, wantedKinds } from './custom-request.ts';
import { deliverySchema } from './delivery.ts';
import { quoteParts } from './order.ts';

/** A custom request as its buyer sees it. */

const designTypeSchema = v.picklist(designTypes);
const stateSchema = v.picklist(commissionStates);

/** The quote in force. Amounts in dollars. */
const ownQuoteSchema = v.object({
  /** From 1; a buyer accepts the version that they saw. */
  version: v.number(),
  price: moneySchema,
  /** What is paid first; null: all of it. */
  deposit: v.nullable(moneySchema),
  included: v.string(),
  designType: designTypeSchema,
  /** How often the buyer can ask for changes; null: as often as they like. */
  rounds: v.nullable(v.number()),
  /** From the payment to the design. */
  days: v.number(),
  /** The first and the last day of a yearly licence; missing in a quote for a design. */
  startsOn: v.optional(v.string()),
  endsOn: v.optional(v.string()),
  termsVersion: v.string(),
  validUntil: instantSchema,
  createdAt: instantSchema,
});
export type OwnQuote = v.InferOutput<typeof ownQuoteSchema>;

export const ownRequestSchema = v.object({
  _id: idSchema,
  /** Missing in answers of an older server. */
  wants: v.optional(v.picklist(wantedKinds)),
  createdAt: instantSchema,
  state: stateSchema,
  name: v.string(),
  email: v.string(),
  designType: designTypeSchema,
  description: v.string(),
  /** The pictures that are still stored, in the buyer's order; each is fetched from `requestPicturePath`. */
  pictures: v.array(v.object({ _id: idSchema, width: v.number(), height: v.number() })),
  /** Oldest first. `note` is what was said with it; empty: nothing. */
  moves: v.array(
    v.object({
      toState: stateSchema,
      mover: v.picklist(movers),
      note: v.string(),
      movedAt: instantSchema,
    }),
  ),
  /** Null: none was sent. */
  quote: v.nullable(ownQuoteSchema),
  /** When the studio has to deliver; null until it is paid. */
  dueAt: v.nullable(instantSchema),
  /** Null unless its buyer can look at it: not before it is delivered, nor while it is being drawn again. */
  delivery: v.nullable(deliverySchema),
  /** When it counts as accepted without an answer; null: never. Missing in answers of an older server, as all that follow. */
  countsAsAcceptedAt: v.optional(v.nullable(instantSchema)),
  /** Dollars so far, of which some may have been returned. */
  paid: v.optional(moneySchema),
  /** What can be paid now, in dollars; null: nothing. A quote that has expired is still here. */
  due: v.optional(v.nullable(v.object({ part: v.picklist(quoteParts), amount: moneySchema }))),
  /** The orders that paid for it, oldest first. */
  orders: v.optional(v.array(v.object({ _id: idSchema, part: v.picklist(quoteParts) }))),
  /** A payment is being processed. */
  isBeingPaid: v.optional(v.boolean()),
});
export type OwnRequest = v.InferOutput<typeof ownRequestSchema>;

/** Newest first. */
export const ownRequestsSchema = v.object({ requests: v.array(ownRequestSchema) });

export const linkMessages = {
  ended: 'This link no longer works. Open the newest one that we mailed you.',
  elsewhere: 'This request was sent with another e-mail address than your account’s.',
} as const;

/** The token of a link that opens a request without an account. */
export const requestTokenSchema = v.object({
  token: v.pipe(v.string(linkMessages.ended), v.regex(/^[\w-]{43}$/, linkMessages.ended)),
});

/** What the buyer of a request can pay now; null: nothing, also once its quote has expired. `now` in ms since 1970. */
export function duePayment({ due, quote }: OwnRequest, now: number) {
  if (!due || !quote) return null;
  const isExpired = due.part !== 'rest' && Date.parse(quote.validUntil) <= now;
  return isExpired ? null : { ...due, quoteVersion: quote.version };
}
