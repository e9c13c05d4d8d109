import * as v from 'valibot';
import { messages } from '../messages/messages.ts';
import { emailSchema, messageSchema } from '../wire/fields.ts';
import { limits } from '../wire/limits.ts';
import { studioCall } from './call.ts';

/** Accounts of the studio, on the wire. The shop never loads this. */

export const studioPasswordMin = 12;
/** Digits of an authenticator's code. */
export const totpDigits = 6;

/** What the studio reads about its own accounts. */
export const studioMessages = {
  passwordMin: `Password must be at least ${studioPasswordMin} characters.`,
  code: `Enter the ${totpDigits} digits of your authenticator.`,
  codeRefused: 'This is not the code of now. Please wait for the next one.',
  invitationEnded: 'This invitation no longer works. Please ask for a new one.',
  wrongCredentials: 'The e-mail, the password or the code is not right.',
  signedOut: 'Signed out',
} as const;

const passwordSchema = v.pipe(
  v.string(),
  v.nonEmpty(messages.signIn.password),
  v.maxLength(limits.passwordMax, messages.invalid.passwordMax),
);

/** Authenticators show a code in two halves, and so it is typed. */
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

/** Opens an invitation to see what it is for. */
export const openInvitationSchema = v.object({ token: invitationTokenSchema });

/** Whose invitation it is, and what goes into the authenticator: typed, base32, or as a QR code. */
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

/** Who is signed in. The session itself travels in a cookie that no script reads. */
export const studioUserSchema = v.object({ email: v.string() });

/** Where an invitation leads, below the shop's address; what comes after # never reaches a log. */
export function acceptInvitationPath(token: string): string {
  return `/studio/accept#token=${token}`;
}

/** How whoever runs the studio comes in and leaves. */
export const accountCalls = {
  openInvitation: studioCall({
    method: 'POST',
    path: '/invitation/open',
    access: 'anyone',
    summary: 'Whose invitation it is, and the secret for the authenticator',
    body: openInvitationSchema,
    answer: invitationSchema,
  }),
  acceptInvitation: studioCall({
    method: 'POST',
    path: '/invitation/accept',
    access: 'anyone',
    summary: 'Set password and second factor, and sign in',
    body: acceptInvitationSchema,
    answer: studioUserSchema,
  }),
  signIn: studioCall({
    method: 'POST',
    path: '/sign-in',
    access: 'anyone',
    summary: 'Sign in with password and code',
    body: studioSignInSchema,
    answer: studioUserSchema,
  }),
  me: studioCall({
    method: 'GET',
    path: '/me',
    access: 'studio',
    summary: 'Who is signed in',
    answer: studioUserSchema,
  }),
  signOut: studioCall({
    method: 'POST',
    path: '/sign-out',
    access: 'studio',
    summary: 'End this session',
    answer: messageSchema,
  }),
};
