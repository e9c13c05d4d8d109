import * as v from 'valibot';
import { messages } from '../messages/messages.ts';
import { emailSchema, idSchema, lineSchema } from '../wire/fields.ts';
import { limits } from '../wire/limits.ts';

export const licenseTypes = ['FABRIC_SHOP', 'SMALL_BUSINESS'] as const;
export type LicenseType = (typeof licenseTypes)[number];
/** As a buyer reads them. */
export const licenseTypeNames: Readonly<Record<LicenseType, string>> = {
  FABRIC_SHOP: 'Fabric shop',
  SMALL_BUSINESS: 'Small business',
};

export const accountStatuses = ['pending', 'approved', 'rejected'] as const;
export type AccountStatus = (typeof accountStatuses)[number];

/** The profile on the wire. `approved` is derived from `status` (OP-31). */
export const userSchema = v.object({
  _id: idSchema,
  firstName: v.string(),
  lastName: v.string(),
  email: v.string(),
  licenseType: v.picklist(licenseTypes),
  businessVerificationLink: v.string(),
  avatar: v.nullable(v.object({ url: v.string() })),
  status: v.picklist(accountStatuses),
  approved: v.boolean(),
  /** Added: whether its owner is mailed when customs open. A session saved before it was there lacks it. */
  hasCustomsNews: v.optional(v.boolean()),
});
export type User = v.InferOutput<typeof userSchema>;

/** Login answers the token beside the user's fields (O03). */
export const loginAnswerSchema = v.object({ token: v.string(), ...userSchema.entries });

/**
 * A web address or a shop handle, made https; anything else refused (OP-25). Its value is never
 * fetched by the server.
 */
export function businessLink(text: string): string | null {
  const trimmed = text.trim();
  if (trimmed === '' || trimmed.length > 300 || /\s/.test(trimmed)) return null;
  const scheme = /^([a-z][a-z0-9+.-]*):/i.exec(trimmed)?.[1]?.toLowerCase();
  // `shop.example:8080` has a colon and no scheme.
  const hasScheme = scheme !== undefined && !/^[^/]+:\d+(\/|$)/.test(trimmed);
  if (hasScheme && scheme !== 'http' && scheme !== 'https') return null;
  if (!hasScheme && /^@?[\w.-]{2,60}$/.test(trimmed) && !trimmed.replace(/^@/, '').includes('.')) {
    return `https://www.instagram.com/${encodeURIComponent(trimmed.replace(/^@/, ''))}`;
  }
  try {
    const url = new URL(hasScheme ? trimmed : `https://${trimmed.replace(/^@/, '')}`);
    if (!/[^.]\.[^.]/.test(url.hostname) || url.username || url.password) return null;
    url.protocol = 'https:';
    return url.href;
  } catch {
    return null;
  }
}

const businessLinkSchema = v.pipe(
  v.string(),
  v.trim(),
  v.nonEmpty(messages.signUp.businessVerificationLink),
  v.maxLength(300, messages.invalid.tooLong),
  v.check((text) => businessLink(text) !== null, messages.invalid.link),
);

function newPasswordSchema(required: string, tooShort: string) {
  return v.pipe(
    v.string(),
    v.nonEmpty(required),
    v.minLength(limits.passwordMin, tooShort),
    v.maxLength(limits.passwordMax, messages.invalid.passwordMax),
  );
}

export const registerSchema = v.object({
  firstName: lineSchema(messages.signUp.firstName, 100),
  lastName: lineSchema(messages.signUp.lastName, 100),
  email: emailSchema(messages.signUp.email, messages.signUp.emailPattern),
  licenseType: v.picklist(licenseTypes, messages.signUp.licenseType),
  businessVerificationLink: businessLinkSchema,
  password: newPasswordSchema(messages.signUp.password, messages.signUp.passwordMin),
});
export type RegisterBody = v.InferOutput<typeof registerSchema>;

/** The sign-up form: as sent, plus the confirmation, which stays on the page (Q08). */
export const signUpFormSchema = v.pipe(
  v.object({
    ...registerSchema.entries,
    confirmPassword: v.pipe(v.string(), v.nonEmpty(messages.signUp.confirmPassword)),
  }),
  v.forward(
    v.partialCheck(
      [['password'], ['confirmPassword']],
      (form) => form.password === form.confirmPassword,
      messages.signUp.confirmDiffers,
    ),
    ['confirmPassword'],
  ),
);

export const loginSchema = v.object({
  email: emailSchema(messages.signIn.email, messages.signIn.emailPattern),
  password: v.pipe(
    v.string(),
    v.nonEmpty(messages.signIn.password),
    v.minLength(limits.passwordMin, messages.signIn.passwordMin),
    v.maxLength(limits.passwordMax, messages.invalid.passwordMax),
  ),
});

export const sendOtpSchema = v.object({
  email: emailSchema(messages.forgot.email, messages.forgot.emailPattern),
});

/** A token of a reset step. */
export const stepTokenSchema = v.object({ token: v.string() });

const givenTokenSchema = v.pipe(
  v.string(messages.invalid.step),
  v.nonEmpty(messages.invalid.step),
  v.maxLength(200, messages.invalid.step),
);

/** `otp` is compared padded: 42 is the code 0042 (Q15). */
export const verifyOtpSchema = v.object({
  otp: v.pipe(
    v.number(messages.invalid.code),
    v.integer(messages.invalid.code),
    v.minValue(0, messages.invalid.code),
    v.maxValue(10 ** limits.otpDigits - 1, messages.invalid.code),
  ),
  token: givenTokenSchema,
});

export const resetPasswordSchema = v.object({
  token: givenTokenSchema,
  password: newPasswordSchema(messages.reset.password, messages.reset.passwordMin),
});

export const resetFormSchema = v.pipe(
  v.object({
    password: newPasswordSchema(messages.reset.password, messages.reset.passwordMin),
    confirmPassword: v.pipe(v.string(), v.nonEmpty(messages.reset.confirmPassword)),
  }),
  v.forward(
    v.partialCheck(
      [['password'], ['confirmPassword']],
      (form) => form.password === form.confirmPassword,
      messages.reset.confirmDiffers,
    ),
    ['confirmPassword'],
  ),
);

const currentPasswordSchema = v.pipe(
  v.string(),
  v.maxLength(limits.passwordMax, messages.invalid.passwordMax),
);

/** Any of these; another password or e-mail goes with `oldPassword`, the current one (S27). */
export const updateUserSchema = v.pipe(
  v.object({
    firstName: v.optional(lineSchema(messages.signUp.firstName, 100)),
    lastName: v.optional(lineSchema(messages.signUp.lastName, 100)),
    email: v.optional(emailSchema(messages.signUp.email, messages.signUp.emailPattern)),
    licenseType: v.optional(v.picklist(licenseTypes, messages.signUp.licenseType)),
    businessVerificationLink: v.optional(businessLinkSchema),
    oldPassword: v.optional(currentPasswordSchema),
    password: v.optional(newPasswordSchema(messages.signUp.password, messages.signUp.passwordMin)),
  }),
  v.forward(
    v.partialCheck(
      [['oldPassword'], ['password'], ['email']],
      ({ email, password, oldPassword = '' }) =>
        oldPassword !== '' || (password === undefined && email === undefined),
      messages.signUp.password,
    ),
    ['oldPassword'],
  ),
  v.forward(
    v.partialCheck(
      [['oldPassword'], ['password'], ['email']],
      ({ email, password, oldPassword }) =>
        oldPassword === undefined || password !== undefined || email !== undefined,
      messages.signUp.password,
    ),
    ['password'],
  ),
  v.check((body) => Object.keys(body).length > 0, messages.invalid.nothing),
);

/** The token of the link that undoes the change of an e-mail. */
export const undoEmailChangeSchema = v.object({
  token: v.pipe(
    v.string(messages.profile.undoEnded),
    v.nonEmpty(messages.profile.undoEnded),
    v.maxLength(200, messages.profile.undoEnded),
  ),
});

/** `email` is what the account has again. */
export const undoEmailChangeAnswerSchema = v.object({ message: v.string(), email: v.string() });

export const updateLicenceSchema = v.object({
  licenseType: v.picklist(licenseTypes, messages.signUp.licenseType),
  businessVerificationLink: businessLinkSchema,
});

export const meAnswerSchema = v.object({ success: v.literal(true), user: userSchema });

/** Deleting an account asks for its password once more. */
export const deleteAccountSchema = v.object({
  password: v.pipe(currentPasswordSchema, v.nonEmpty(messages.signUp.password)),
});
