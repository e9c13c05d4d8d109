import * as v from 'valibot';
import { idSchema, instantSchema } from '../wire/fields.ts';
import { userSchema } from './account.ts';
import { storedBillingSchema } from './billing.ts';
import { keptViewSchema } from './cloth-view.ts';
import { licenceTextsEntries } from './licence-text.ts';
import { newsPlaces } from './news-consent.ts';
import { orderSchema } from './order.ts';
import { ownRequestsSchema } from './own-request.ts';
import { pushKinds } from './push-news.ts';
import { ownReviewsSchema } from './review.ts';
import { threadKinds } from './thread.ts';

/** A design in the cart or wishlist, with the view of it that was kept. */
const listedDesignSchema = v.object({
  productId: idSchema,
  title: v.string(),
  addedAt: instantSchema,
  view: keptViewSchema,
});

/** Everything stored about an account, for its owner to download. */
export const accountDataSchema = v.object({
  takenAt: instantSchema,
  account: v.object({
    ...userSchema.entries,
    createdAt: instantSchema,
    /** When they were last mailed about designs left in their cart. The version before doesn't say it. */
    cartMailedAt: v.optional(v.nullable(instantSchema), null),
  }),
  /** The devices that signed in, as their owner named them, and by browser and system. */
  devices: v.array(v.object({ name: v.string(), system: v.string(), signedInAt: instantSchema })),
  sessions: v.array(
    v.object({
      createdAt: instantSchema,
      lastSeenAt: instantSchema,
      /** Null if the shop doesn't know the device. */
      device: v.nullable(v.string()),
    }),
  ),
  /** Who shares the account. The version before has none. */
  colleagues: v.optional(
    v.array(
      v.object({
        email: v.string(),
        firstName: v.string(),
        lastName: v.string(),
        joinedAt: instantSchema,
      }),
    ),
    [],
  ),
  /** Who was invited to share it and hasn't joined. The version before has none. */
  invitedColleagues: v.optional(
    v.array(v.object({ email: v.string(), invitedAt: instantSchema, expiresAt: instantSchema })),
    [],
  ),
  cart: v.array(v.object({ ...listedDesignSchema.entries, addedOn: v.nullable(v.string()) })),
  /** What was removed from the cart within the last week. */
  removedFromCart: v.array(
    v.object({
      productId: idSchema,
      title: v.string(),
      removedAt: instantSchema,
      removedOn: v.string(),
      view: keptViewSchema,
    }),
  ),
  wishlist: v.array(listedDesignSchema),
  /** What it looks for, as in the shop's URL. */
  savedSearches: v.array(
    v.object({
      words: v.string(),
      filters: v.string(),
      hasMail: v.boolean(),
      createdAt: instantSchema,
    }),
  ),
  /** The times that they asked for news from the studio, and the words that they agreed to. The version before has none. */
  news: v.optional(
    v.array(
      v.object({
        email: v.string(),
        place: v.picklist(newsPlaces),
        /** Where it was given, if not in the shop. The version before doesn't say it. */
        source: v.optional(v.nullable(v.string()), null),
        words: v.string(),
        askedAt: instantSchema,
        confirmedAt: v.nullable(instantSchema),
        endedAt: v.nullable(instantSchema),
      }),
    ),
    [],
  ),
  /** The newsletters that the studio wrote to them. The version before has none. */
  newsletters: v.optional(
    v.array(
      v.object({
        subject: v.string(),
        queuedAt: instantSchema,
        /** Null: it waits to be sent. */
        outcome: v.nullable(v.picklist(['sent', 'refused', 'withdrawn'])),
      }),
    ),
    [],
  ),
  /** All orders, including abandoned and void ones. */
  orders: v.array(
    v.object({
      ...orderSchema.entries,
      paidAt: v.nullable(instantSchema),
      /** When the payment provider took the payment, as it says. The version before doesn't. */
      takenAt: v.optional(v.nullable(instantSchema), null),
      acceptedTermsVersion: v.string(),
    }),
  ),
  /** What each version of their receipts says of the buyer. */
  receiptVersions: v.array(
    v.object({
      orderId: idSchema,
      version: v.number(),
      ...storedBillingSchema.entries,
      createdAt: instantSchema,
    }),
  ),
  /** What was counted as sold under their licences. */
  soldGoods: v.array(
    v.object({
      licenceId: idSchema,
      title: v.string(),
      delta: v.number(),
      countedAt: instantSchema,
    }),
  ),
  /** The licence texts of their items. */
  ...licenceTextsEntries,
  /** The browsers that get notifications: the push service of each, and the kinds of notification. */
  notifications: v.array(
    v.object({
      service: v.string(),
      kinds: v.array(v.picklist(pushKinds)),
      createdAt: instantSchema,
    }),
  ),
  customRequests: ownRequestsSchema.entries.requests,
  /** What was written to and by the studio, oldest first. */
  messages: v.array(
    v.object({
      about: v.picklist(threadKinds),
      title: v.string(),
      author: v.picklist(['buyer', 'studio']),
      text: v.string(),
      createdAt: instantSchema,
    }),
  ),
  reviews: v.optional(ownReviewsSchema.entries.reviews, []),
  /** E-mails of the last few days. Their text isn't stored once they are sent. */
  mails: v.array(
    v.object({
      subject: v.string(),
      createdAt: instantSchema,
      sentAt: v.nullable(instantSchema),
    }),
  ),
});
export type AccountData = v.InferOutput<typeof accountDataSchema>;
