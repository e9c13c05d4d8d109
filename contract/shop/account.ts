import * as v from 'valibot';
import { messages } from '../messages/messages.ts';
import { emailSchema, idSchema, lineSchema } from '../wire/fields.ts';
import { limits } from '../wire/limits.ts';
import { billingSchema, storedBillingSchema } from './billing.ts';
import { newsConsents, newsWordsSchema } from './news-consent.ts';
import { yearlyLicenceSchema } from './yearly-licence.ts';

export const licenseTypes = ['FABRIC_SHOP', 'SMALL_BUSINESS'] as const;
export type LicenseType = (typeof licenseTypes)[number];
/** The names that buyers see. */
export const licenseTypeNames: Readonly<Record<LicenseType, string>> = {
  FABRIC_SHOP: 'Fabric shop',
  SMALL_BUSINESS: 'Small business',
};

export const accountStatuses = ['pending', 'approved', 'rejected'] as const;
export type AccountStatus = (typeof accountStatuses)[number];

/** The profile on the wire. `approved` is derived from `status` (OP-31). */
export const userSchema = v.object({
  /**
   * The person's: the account's for its owner, the colleague's own for a colleague. Everything that a device stores is
   * keyed by it, so two people of one account who use one device share nothing there. Never an account's id to compare with.
   */
  _id: idSchema,
  firstName: v.string(),
  lastName: v.string(),
  email: v.string(),
  licenseType: v.picklist(licenseTypes),
  businessVerificationLink: v.string(),
  avatar: v.nullable(v.object({ url: v.string() })),
  status: v.picklist(accountStatuses),
  approved: v.boolean(),
  /** Added: whether its owner gets an e-mail when custom requests open. Sessions saved by older versions lack it. */
  hasCustomsNews: v.optional(v.boolean()),
  /** Added: whether its owner gets an e-mail when a bought design gets new files. Sessions saved by older versions lack it. */
  hasFilesNews: v.optional(v.boolean()),
  /** Added: whether its owner gets news from the studio. Sessions saved by older versions lack it. */
  newsConsent: v.optional(v.picklist(newsConsents)),
  /** Added: whether that includes designs left in the cart. Sessions saved by older versions lack it. */
  hasCartNews: v.optional(v.boolean()),
  /** Added: for the receipts of later payments. Missing without any, and in sessions saved by older versions. */
  billing: v.optional(storedBillingSchema),
  /** Added. Missing without one, and in sessions saved by older versions. */
  yearlyLicence: v.optional(yearlyLicenceSchema),
  /** Added: the colleague who is signed in. Missing for the owner, whom all other fields but `_id` are about. */
  colleague: v.optional(
    v.object({ firstName: v.string(), lastName: v.string(), email: v.string() }),
  ),
});
export type User = v.InferOutput<typeof userSchema>;

/** Whether the buyer wants e-mails about new files of bought designs. */
export const filesNewsSchema = v.object({ isWanted: v.boolean() });

/** The login answer: the token beside the user's fields (O03). */
export const loginAnswerSchema = v.object({ token: v.string(), ...userSchema.entries });

/**
 * Normalizes a web address or shop handle to an https URL; null if it is neither (OP-25). The server never
 * fetches it.
 */
export function businessLink(text: string): string | null {
  const trimmed = text.trim();
  if (trimmed === '' || trimmed.length > 300 || /\s/.test(trimmed)) return null;
  const scheme = /^([a-z][a-z0-9+.-]*):/i.exec(trimmed)?.[1]?.toLowerCase();
  // `shop.example:8080` has a colon but no scheme.
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

/** Where a buyer's work can be seen as it is stored: a web address or handle as https, any other answer as it is. */
export function businessAnswer(text: string): string {
  return businessLink(text) ?? text.trim();
}

const businessLinkSchema = v.pipe(
  v.string(),
  v.trim(),
  v.nonEmpty(messages.signUp.businessVerificationLink),
  v.maxLength(300, messages.invalid.tooLong),
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
  /** Added: asks for news from the studio. */
  news: v.optional(newsWordsSchema),
});
export type RegisterBody = v.InferOutput<typeof registerSchema>;

/** The sign-up form: the fields sent, plus the password confirmation, which stays on the page (Q08). */
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

/** The token of one step of a password reset. */
export const stepTokenSchema = v.object({ token: v.string() });

const givenTokenSchema = v.pipe(
  v.string(messages.invalid.step),
  v.nonEmpty(messages.invalid.step),
  v.maxLength(200, messages.invalid.step),
);

/** `otp` is padded before it is compared: 42 is the code 0042 (Q15). */
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

export const currentPasswordSchema = v.pipe(
  v.string(),
  v.maxLength(limits.passwordMax, messages.invalid.passwordMax),
);

/** Any of these fields. Changing the password or e-mail also needs `oldPassword`, the current one (S27). */
export const updateUserSchema = v.pipe(
  v.object({
    firstName: v.optional(lineSchema(messages.signUp.firstName, 100)),
    lastName: v.optional(lineSchema(messages.signUp.lastName, 100)),
    email: v.optional(emailSchema(messages.signUp.email, messages.signUp.emailPattern)),
    licenseType: v.optional(v.picklist(licenseTypes, messages.signUp.licenseType)),
    businessVerificationLink: v.optional(businessLinkSchema),
    billing: v.optional(billingSchema),
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

/** The token from the link that undoes a change of e-mail. */
export const undoEmailChangeSchema = v.object({
  token: v.pipe(
    v.string(messages.profile.undoEnded),
    v.nonEmpty(messages.profile.undoEnded),
    v.maxLength(200, messages.profile.undoEnded),
  ),
});

/** `email` is the restored address. */
export const undoEmailChangeAnswerSchema = v.object({ message: v.string(), email: v.string() });

export const updateLicenceSchema = v.object({
  licenseType: v.picklist(licenseTypes, messages.signUp.licenseType),
  businessVerificationLink: businessLinkSchema,
});

export const meAnswerSchema = v.object({ success: v.literal(true), user: userSchema });

/** Deleting an account requires its password. */
export const deleteAccountSchema = v.object({
  password: v.pipe(currentPasswordSchema, v.nonEmpty(messages.signUp.password)),
});
