import * as v from 'valibot';
import { messages } from '../messages/messages.ts';
import { accountStatuses, licenseTypes } from '../shop/account.ts';
import { newsPlaces } from '../shop/news-consent.ts';
import { yearlyLicenceSchema } from '../shop/yearly-licence.ts';
import { idSchema, instantSchema } from '../wire/fields.ts';
import { isRealDay } from '../wire/real-day.ts';
import type { StudioCalls } from './call.ts';
import { listQueryEntries, longListAnswerSchema } from './list.ts';
import { orderEntrySchema, searchSchema } from './orders.ts';

/** Buyers as the studio sees them, on the wire. The shop never loads this. */

export const buyerFilters = [...accountStatuses, 'all'] as const;

export const reasonMax = 1000;

export const buyerMessages = {
  notADay: 'Enter a date.',
  dayOver: 'That date has passed. Choose today or later.',
  tooLate: 'Enter a day at most five years from now.',
  paidYear: (orderNumber: string) =>
    `This yearly licence is paid with order ${orderNumber}. Refund that order to end it, or quote another year.`,
  notForFabricShops:
    'This buyer has a fabric-shop licence, and this design isn’t sold to fabric shops.',
} as const;

/** The last day of a yearly licence. */
const lastDaySchema = v.pipe(
  v.string(),
  v.isoDate(buyerMessages.notADay),
  v.check(isRealDay, buyerMessages.notADay),
);

/** What a rejected buyer reads. Line breaks are preserved. */
const reasonSchema = v.pipe(
  v.string(),
  v.trim(),
  v.nonEmpty('Enter a reason. The buyer will see it in the e-mail.'),
  v.maxLength(reasonMax, messages.invalid.tooLong),
  v.regex(/^[\n\P{Cc}]*$/u, messages.invalid.characters),
);

/** An account in a list. The link is what the owner entered, made https; nobody has verified it. */
export const buyerEntrySchema = v.object({
  id: idSchema,
  email: v.string(),
  firstName: v.string(),
  lastName: v.string(),
  licenseType: v.picklist(licenseTypes),
  businessVerificationLink: v.string(),
  status: v.picklist(accountStatuses),
  createdAt: instantSchema,
});
export type BuyerEntry = v.InferOutput<typeof buyerEntrySchema>;

export const buyerSchema = v.object({
  ...buyerEntrySchema.entries,
  /** Who decided last, and what the buyer was told; null before the first decision. */
  decision: v.nullable(
    v.object({ actor: v.string(), at: instantSchema, reason: v.nullable(v.string()) }),
  ),
  yearlyLicence: v.nullable(yearlyLicenceSchema),
  /**
   * Whether they asked for news, where, and whether they confirmed it; null: not, or no longer. The version before says
   * nothing, and runs beside this one during an update.
   */
  news: v.optional(
    v.nullable(
      v.object({
        place: v.picklist(newsPlaces),
        /** Where an imported consent was given; null: in the shop. The version before doesn't say it. */
        source: v.optional(v.nullable(v.string()), null),
        askedAt: instantSchema,
        confirmedAt: v.nullable(instantSchema),
      }),
    ),
    null,
  ),
  /** Who shares the account, the longest first. The version before has none. */
  colleagues: v.optional(
    v.array(
      v.object({
        id: idSchema,
        email: v.string(),
        firstName: v.string(),
        lastName: v.string(),
        joinedAt: instantSchema,
      }),
    ),
    [],
  ),
  /** Who was invited to the account and hasn't joined, the longest first. The version before has none. */
  invitations: v.optional(
    v.array(
      v.object({
        id: idSchema,
        email: v.string(),
        invitedAt: instantSchema,
        expiresAt: instantSchema,
      }),
    ),
    [],
  ),
  /** Number of signed-in devices, with those of colleagues. */
  sessions: v.number(),
  /** The latest orders; `orderCount` is how many there are. */
  orders: v.array(orderEntrySchema),
  orderCount: v.number(),
});
export type Buyer = v.InferOutput<typeof buyerSchema>;

const buyerParams = v.object({ buyerId: idSchema });
const decidedEntries = { from: v.picklist(accountStatuses, messages.invalid.fields) };

export const buyerCalls = {
  buyers: {
    method: 'GET',
    path: '/api/studio/buyers',
    access: 'studio',
    summary:
      'Buyers: longest waiting first, or newest of all; searchable by name or e-mail, or by the whole e-mail of a colleague',
    query: v.object({
      ...listQueryEntries,
      search: searchSchema,
      status: v.optional(v.picklist(buyerFilters, messages.invalid.fields), 'all'),
    }),
    answer: longListAnswerSchema(buyerEntrySchema),
  },
  buyer: {
    method: 'GET',
    path: '/api/studio/buyers/{buyerId}',
    access: 'studio',
    summary: 'A buyer with their latest orders',
    params: buyerParams,
    answer: buyerSchema,
  },
  decideBuyer: {
    method: 'POST',
    path: '/api/studio/buyers/{buyerId}/decision',
    access: 'studio',
    summary: 'Approve or reject; `from` is the status that was shown',
    params: buyerParams,
    body: v.variant('status', [
      v.object({ status: v.literal('approved'), ...decidedEntries }),
      v.object({ status: v.literal('rejected'), ...decidedEntries, reason: reasonSchema }),
    ]),
    /** `isChanged` is false if the decision was the same already. */
    answer: v.object({ isChanged: v.boolean(), buyer: buyerSchema }),
  },
  signOutBuyer: {
    method: 'POST',
    path: '/api/studio/buyers/{buyerId}/sign-out',
    access: 'studio',
    summary: 'Sign a buyer out on every device',
    params: buyerParams,
    answer: buyerSchema,
  },
  removeColleague: {
    method: 'DELETE',
    path: '/api/studio/buyers/{buyerId}/colleagues/{colleagueId}',
    access: 'studio',
    summary: 'Remove somebody who shares a buyer’s account, and sign them out at once',
    params: v.object({ buyerId: idSchema, colleagueId: idSchema }),
    answer: buyerSchema,
  },
  givableDesigns: {
    method: 'GET',
    path: '/api/studio/givable-designs',
    access: 'studio',
    summary: 'Designs that can be given, by the start of title or SKU',
    query: v.object({ search: searchSchema }),
    answer: v.object({
      designs: v.array(
        v.object({
          id: idSchema,
          title: v.string(),
          sku: v.string(),
          isForFabricShops: v.boolean(),
        }),
      ),
    }),
  },
  giveDownload: {
    method: 'POST',
    path: '/api/studio/buyers/{buyerId}/downloads',
    access: 'studio',
    isRepeatable: true,
    summary: 'Give a design with its licence for free',
    params: buyerParams,
    body: v.object({ productId: idSchema }),
    answer: buyerSchema,
  },
  setYearlyLicence: {
    method: 'PUT',
    path: '/api/studio/buyers/{buyerId}/yearly-licence',
    access: 'studio',
    summary:
      'Record, change or, with null, remove a yearly licence; `from` is the day that was shown',
    params: buyerParams,
    body: v.object({ from: v.nullable(lastDaySchema), endsOn: v.nullable(lastDaySchema) }),
    answer: buyerSchema,
  },
} as const satisfies StudioCalls;

export function studioBuyerPath(buyerId: string): string {
  return `/studio/buyers/${buyerId}`;
}

/** The form for writing a rejection. */
export const rejectionFormSchema = v.object({ reason: reasonSchema });

export const yearlyLicenceFormSchema = v.object({ endsOn: lastDaySchema });
