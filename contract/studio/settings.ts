import * as v from 'valibot';
import { messages } from '../messages/messages.ts';
import { businessLink } from '../shop/account.ts';
import { emailSchema, instantSchema, lineSchema } from '../wire/fields.ts';
import type { StudioCalls } from './call.ts';
import { changedFieldsSchema } from './changed-fields.ts';
import { timeZoneSchema } from './today.ts';

/** The brand settings of the studio; all of them are public (OP-70). */

/** The footer shows their names side by side. */
export const maxDesigners = 2;

/** The hours for which prices can be held; 0: not held. */
export const priceHolds = [0, 6, 24, 48, 168] as const;

export const settingsMessages = {
  name: 'Enter the shop’s name.',
  designerName: 'Enter the designer’s name.',
  designerEmail: 'Enter the designer’s e-mail.',
  designers: `Enter 1 to ${maxDesigners} designers.`,
  sameEmail: 'Each designer needs a different e-mail.',
  termsVersion: 'Enter the version of the terms.',
} as const;

/** The schema of each brand field, also for the form. */
export const brandFields = {
  name: lineSchema(settingsMessages.name, 60),
  designerName: lineSchema(settingsMessages.designerName, 100),
  designerEmail: emailSchema(settingsMessages.designerEmail, messages.signUp.emailPattern),
  /** Empty for none. An address or a handle, in the same form as buyers' links. */
  socialLink: v.pipe(
    v.string(),
    v.trim(),
    v.maxLength(300, messages.invalid.tooLong),
    v.check((text) => text === '' || businessLink(text) !== null, messages.invalid.link),
    v.transform((text) => businessLink(text) ?? ''),
  ),
  /** Buyers accept the terms under this name. A new one asks them to accept again. */
  termsVersion: lineSchema(settingsMessages.termsVersion, 40),
};

const designersSchema = v.pipe(
  v.array(v.object({ name: brandFields.designerName, email: brandFields.designerEmail })),
  v.minLength(1, settingsMessages.designers),
  v.maxLength(maxDesigners, settingsMessages.designers),
  v.check(
    (designers) =>
      new Set(designers.map(({ email }) => email.toLowerCase())).size === designers.length,
    settingsMessages.sameEmail,
  ),
);

const brandEntries = {
  name: brandFields.name,
  designers: designersSchema,
  socialLink: brandFields.socialLink,
  termsVersion: brandFields.termsVersion,
};
export const brandSchema = v.object(brandEntries);
export type Brand = v.InferOutput<typeof brandSchema>;

const storedText = v.pipe(v.string(), v.maxLength(1000, messages.invalid.tooLong));
const storedBrand = {
  name: storedText,
  designers: v.pipe(
    v.array(v.object({ name: storedText, email: storedText })),
    v.maxLength(maxDesigners, settingsMessages.designers),
  ),
  socialLink: storedText,
  termsVersion: storedText,
};

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
} as const satisfies StudioCalls;
