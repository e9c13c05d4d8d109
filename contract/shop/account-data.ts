import * as v from 'valibot';
import { idSchema, instantSchema } from '../wire/fields.ts';
import { userSchema } from './account.ts';
import { designTypes } from './custom-request.ts';
import { licenceTextsEntries } from './licence-text.ts';
import { orderSchema } from './order.ts';
import { pushKinds } from './push-news.ts';

/** A design that somebody put aside. */
const keptDesignSchema = v.object({
  productId: idSchema,
  title: v.string(),
  addedAt: instantSchema,
});

/** Everything that is kept about an account, for its owner to take along. */
export const accountDataSchema = v.object({
  takenAt: instantSchema,
  account: v.object({ ...userSchema.entries, createdAt: instantSchema }),
  sessions: v.array(v.object({ createdAt: instantSchema, lastSeenAt: instantSchema })),
  cart: v.array(keptDesignSchema),
  wishlist: v.array(keptDesignSchema),
  /** All of them, abandoned and void ones too. */
  orders: v.array(
    v.object({
      ...orderSchema.entries,
      paidAt: v.nullable(instantSchema),
      acceptedTermsVersion: v.string(),
    }),
  ),
  /** What the licences of their items say. */
  ...licenceTextsEntries,
  /** Browsers that are notified, by the push service behind them, and of what. */
  notifications: v.array(
    v.object({
      service: v.string(),
      kinds: v.array(v.picklist(pushKinds)),
      createdAt: instantSchema,
    }),
  ),
  customRequests: v.array(
    v.object({
      _id: idSchema,
      createdAt: instantSchema,
      name: v.string(),
      email: v.string(),
      designType: v.picklist(designTypes),
      description: v.string(),
      /** How many of its pictures are still kept. */
      pictures: v.number(),
    }),
  ),
  /** Of the last days; what a mail said isn't kept once it is sent. */
  mails: v.array(
    v.object({
      subject: v.string(),
      createdAt: instantSchema,
      sentAt: v.nullable(instantSchema),
    }),
  ),
});
export type AccountData = v.InferOutput<typeof accountDataSchema>;
