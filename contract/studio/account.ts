import * as v from 'valibot';
import { messages } from '../messages/messages.ts';
import { emailSchema, messageSchema } from '../wire/fields.ts';
import { limits } from '../wire/limits.ts';
import type { StudioCalls } from './call.ts';

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
  signedOut: 'Signed out',
} as const;

const passwordSchema = v.pipe(
  v.string(),
  v.nonEmpty(messages.signIn.password),
  v.maxLength(limits.passwordMax, messages.invalid.passwordMax),
);

/** Authenticators show a code in two halves, and people type it that way. */
const codeSchema = v.pipe(
  v.string(studioMessages.code),
  v.maxLength(20, studioMessages.code),
  v.transform((text) => text.replace(/\s/g, '')),
  v.regex(new RegExp(`^\\d{${totpDigits}}$`), studioMessages.code),
);

const invitationTokenSchema = v.pipe(
  v.string(studioMessages.invitationEnded),
  v.nonEmpty(studioMessages.invitationEnded),
  v.maxLength(200, studioMessages.invitationEnded),
);

/** Opens an invitation to see whom it is for. */
export const openInvitationSchema = v.object({ token: invitationTokenSchema });

/** Who is invited, and the secret for the authenticator: as base32 to type, or as a QR code. */
export const invitationSchema = v.object({
  email: v.string(),
  totpSecret: v.string(),
  otpauthUri: v.string(),
});

export const acceptInvitationSchema = v.object({
  token: invitationTokenSchema,
  password: v.pipe(passwordSchema, v.minLength(studioPasswordMin, studioMessages.passwordMin)),
  code: codeSchema,
});

export const studioSignInSchema = v.object({
  email: emailSchema(messages.signIn.email, messages.signIn.emailPattern),
  password: passwordSchema,
  code: codeSchema,
});

/** The signed-in staff member. The session itself is in a cookie that scripts can't read. */
export const studioUserSchema = v.object({ email: v.string() });

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
    summary: 'Set password and second factor, and sign in',
    body: acceptInvitationSchema,
    answer: studioUserSchema,
  },
  signIn: {
    method: 'POST',
    path: '/api/studio/sign-in',
    access: 'anyone',
    summary: 'Sign in with password and code',
    body: studioSignInSchema,
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
