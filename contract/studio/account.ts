import * as v from 'valibot';
import { messages } from '../messages/messages.ts';
import { emailSchema, messageSchema } from '../wire/fields.ts';
import { limits } from '../wire/limits.ts';
import { type StudioCalls, staffRoles } from './call.ts';

/** The studio's own accounts, on the wire. The shop never loads this. */

export const studioPasswordMin = 12;
/** Number of digits in an authenticator's code. */
export const totpDigits = 6;

/** Texts about the studio's own accounts. */
export const studioMessages = {
  passwordMin: `Password must be at least ${studioPasswordMin} characters.`,
  code: `Enter the ${totpDigits}-digit code from your authenticator app.`,
  codeRefused: 'That code isn’t valid. Enter the newest code from your app.',
  invitationEnded: 'This invitation no longer works. Please ask for a new one.',
  wrongCredentials: 'Your e-mail, password or code is incorrect.',
  recoveryCode: 'Enter a recovery code: 16 letters and digits.',
  recoveryCodeRefused: 'That recovery code isn’t valid. Each one works once.',
  wrongPassword: 'That password is incorrect.',
  setupEnded: 'This took too long. Please sign in with another recovery code.',
  ownersOnly: 'Only an owner can do this.',
  removed: 'You were removed from this studio. If that is a mistake, ask one of its owners.',
  signedOut: 'Signed out',
} as const;

export const staffPasswordSchema = v.pipe(
  v.string(),
  v.nonEmpty(messages.signIn.password),
  v.maxLength(limits.passwordMax, messages.invalid.passwordMax),
);

/** Authenticators show a code in two halves, and people type it that way. */
export const totpSchema = v.pipe(
  v.string(studioMessages.code),
  v.maxLength(20, studioMessages.code),
  v.transform((text) => text.replace(/\s/g, '')),
  v.regex(new RegExp(`^\\d{${totpDigits}}$`), studioMessages.code),
);

/** A password that a staff member chooses. */
export const newStaffPasswordSchema = v.pipe(
  staffPasswordSchema,
  v.minLength(studioPasswordMin, studioMessages.passwordMin),
);

export const recoveryCodeCount = 10;
/** From this many unused codes down, the studio asks to make new ones. */
export const fewRecoveryCodes = 3;
/** Letters and digits that nobody confuses. */
export const recoveryCodeAlphabet = '0123456789ABCDEFGHJKMNPQRSTVWXYZ';

/** A recovery code as typed: spaces, hyphens and small letters don't matter; I, L and O count as 1 and 0. */
export const recoveryCodeSchema = v.pipe(
  v.string(studioMessages.recoveryCode),
  v.maxLength(60, studioMessages.recoveryCode),
  v.transform((text) =>
    text.toUpperCase().replace(/[\s-]/g, '').replace(/[IL]/g, '1').replaceAll('O', '0'),
  ),
  v.regex(new RegExp(`^[${recoveryCodeAlphabet}]{16}$`), studioMessages.recoveryCode),
);

/** The token of a mailed link or of a step; `ended` is the message for one that can't be any. */
export function tokenSchema(ended: string) {
  return v.pipe(v.string(ended), v.nonEmpty(ended), v.maxLength(200, ended));
}

const invitationTokenSchema = tokenSchema(studioMessages.invitationEnded);

/** Opens an invitation to see whom it is for. */
export const openInvitationSchema = v.object({ token: invitationTokenSchema });

/** A new secret for an authenticator: as base32 to type, or as a QR code. */
export const twoStepSecretSchema = v.object({ totpSecret: v.string(), otpauthUri: v.string() });

/** Who is invited, and the secret for the authenticator. */
export const invitationSchema = v.object({
  email: v.string(),
  ...twoStepSecretSchema.entries,
});

export const acceptInvitationSchema = v.object({
  token: invitationTokenSchema,
  password: newStaffPasswordSchema,
  code: totpSchema,
});

export const studioSignInSchema = v.object({
  email: emailSchema(messages.signIn.email, messages.signIn.emailPattern),
  password: staffPasswordSchema,
  code: totpSchema,
});

/** A sign-in without the phone, with a recovery code instead of a code of the authenticator. */
export const recoverSchema = v.object({
  email: studioSignInSchema.entries.email,
  password: staffPasswordSchema,
  recoveryCode: recoveryCodeSchema,
});

const setupTokenSchema = tokenSchema(studioMessages.setupEnded);

export const setUpTwoStepSchema = v.object({ token: setupTokenSchema, code: totpSchema });

/** The signed-in staff member. The session itself is in a cookie that scripts can't read. */
export const studioUserSchema = v.object({
  email: v.string(),
  /** Empty until somebody enters one. */
  name: v.string(),
  role: v.picklist(staffRoles),
  /** How many recovery codes are unused. */
  recoveryCodesLeft: v.number(),
});
export type StudioUser = v.InferOutput<typeof studioUserSchema>;

/** New recovery codes, each as `XXXX-XXXX-XXXX-XXXX`. No other answer ever has them. */
export const recoveryCodesSchema = v.object({ recoveryCodes: v.array(v.string()) });

/** The path of an invitation link. Nothing after # is sent to a server, so the token is never logged. */
export function acceptInvitationPath(token: string): string {
  return `/studio/accept#token=${token}`;
}

/** How staff members sign in and out. */
export const accountCalls = {
  openInvitation: {
    method: 'POST',
    path: '/api/studio/invitation/open',
    access: 'anyone',
    summary: 'The invited e-mail and the secret for the authenticator',
    body: openInvitationSchema,
    answer: invitationSchema,
  },
  acceptInvitation: {
    method: 'POST',
    path: '/api/studio/invitation/accept',
    access: 'anyone',
    isRepeatable: true,
    summary: 'Set password and second factor, and sign in',
    body: acceptInvitationSchema,
    answer: v.object({ ...studioUserSchema.entries, ...recoveryCodesSchema.entries }),
  },
  signIn: {
    method: 'POST',
    path: '/api/studio/sign-in',
    access: 'anyone',
    isRepeatable: true,
    summary: 'Sign in with password and code',
    body: studioSignInSchema,
    answer: studioUserSchema,
  },
  recover: {
    method: 'POST',
    path: '/api/studio/recover',
    access: 'anyone',
    isRepeatable: true,
    summary: 'Use up a recovery code to set up two-step sign-in again',
    body: recoverSchema,
    answer: v.object({ token: v.string(), ...twoStepSecretSchema.entries }),
  },
  setUpTwoStep: {
    method: 'POST',
    path: '/api/studio/two-step',
    access: 'anyone',
    isRepeatable: true,
    summary: 'Replace the authenticator after a recovery, and sign in',
    body: setUpTwoStepSchema,
    answer: studioUserSchema,
  },
  me: {
    method: 'GET',
    path: '/api/studio/me',
    access: 'studio',
    summary: 'Who is signed in',
    answer: studioUserSchema,
  },
  signOut: {
    method: 'POST',
    path: '/api/studio/sign-out',
    access: 'studio',
    summary: 'End this session',
    answer: messageSchema,
  },
} as const satisfies StudioCalls;
