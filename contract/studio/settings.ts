import * as v from 'valibot';
import { messages } from '../messages/messages.ts';
import { instantSchema } from '../wire/fields.ts';
import { brandEntries, storedBrand } from './brand.ts';
import type { StudioCalls } from './call.ts';
import { changedFieldsSchema } from './changed-fields.ts';
import { timeZoneSchema } from './today.ts';

/** The brand settings of the studio; all of them are public (OP-70). */

/** The hours for which prices can be held; 0: not held. */
export const priceHolds = [0, 6, 24, 48, 168] as const;

/** Whether buyers are mailed about a full cart. */
export const cartMails = ['off', 'on'] as const;
export type CartMails = (typeof cartMails)[number];

const cartMailsSchema = v.picklist(cartMails, messages.invalid.fields);

/** `savedAt` is null until the studio first saves; until then the shop has a default name. */
export const settingsSchema = v.object({
  name: v.string(),
  designers: v.array(v.object({ name: v.string(), email: v.string() })),
  socialLink: v.string(),
  termsVersion: v.string(),
  savedAt: v.nullable(instantSchema),
  /** In which the shop's days begin. */
  timeZone: v.string(),
  /** For how many hours a buyer who saw a price can still pay it after it rose; 0: not at all. */
  priceHoldHours: v.number(),
  /** Missing in answers of an older server. */
  cartMails: v.optional(cartMailsSchema, 'off'),
});
export type StudioSettings = v.InferOutput<typeof settingsSchema>;

export const settingsCalls = {
  settings: {
    method: 'GET',
    path: '/api/studio/settings',
    access: 'studio',
    summary: 'The brand: name, designers, social link and the version of the terms',
    answer: settingsSchema,
  },
  saveSettings: {
    method: 'PUT',
    path: '/api/studio/settings',
    access: 'owner',
    summary: 'Save what changed of the brand',
    body: changedFieldsSchema(storedBrand, brandEntries),
    answer: settingsSchema,
  },
  setTimeZone: {
    method: 'PUT',
    path: '/api/studio/settings/time-zone',
    access: 'owner',
    summary:
      'The time zone in which the shop’s days begin: of its figures, documents, coupons and the daily digest; `from` is the one that was shown',
    body: v.object({ from: timeZoneSchema, timeZone: timeZoneSchema }),
    answer: settingsSchema,
  },
  setPriceHold: {
    method: 'PUT',
    path: '/api/studio/settings/price-hold',
    access: 'owner',
    summary:
      'For how many hours a buyer who saw a price can still pay it after it rose; `from` is what was shown',
    body: v.object({
      from: v.picklist(priceHolds, messages.invalid.number),
      priceHoldHours: v.picklist(priceHolds, messages.invalid.number),
    }),
    answer: settingsSchema,
  },
  setCartMails: {
    method: 'PUT',
    path: '/api/studio/settings/cart-mails',
    access: 'owner',
    summary:
      'Whether buyers who get news are mailed, once, that designs are left in their cart; `from` is what was shown',
    body: v.object({ from: cartMailsSchema, cartMails: cartMailsSchema }),
    answer: settingsSchema,
  },
} as const satisfies StudioCalls;
