import * as v from 'valibot';
import { messages } from '../messages/messages.ts';
import { businessLink } from '../shop/account.ts';
import { emailSchema, lineSchema } from '../wire/fields.ts';

/** What the studio may save as its brand. Only the settings' screen loads this. */

/** The footer shows their names side by side. */
export const maxDesigners = 2;

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

export const brandEntries = {
  name: brandFields.name,
  designers: designersSchema,
  socialLink: brandFields.socialLink,
  termsVersion: brandFields.termsVersion,
};
export const brandSchema = v.object(brandEntries);
export type Brand = v.InferOutput<typeof brandSchema>;

const storedText = v.pipe(v.string(), v.maxLength(1000, messages.invalid.tooLong));
export const storedBrand = {
  name: storedText,
  designers: v.pipe(
    v.array(v.object({ name: storedText, email: storedText })),
    v.maxLength(maxDesigners, settingsMessages.designers),
  ),
  socialLink: storedText,
  termsVersion: storedText,
};
