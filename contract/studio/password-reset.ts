import * as v from 'valibot';
import { messages } from '../messages/messages.ts';
import { emailSchema, instantSchema, messageSchema } from '../wire/fields.ts';
import { newStaffPasswordSchema, recoveryCodeSchema, tokenSchema, totpSchema } from './account.ts';
import type { StudioCalls } from './call.ts';

/** How staff members who forgot their password set a new one. */

export const resetMessages = {
  asked: 'If this e-mail belongs to a staff member, we’ve sent a link to it.',
  ended: 'This link no longer works. Please ask for a new one.',
  proof: 'Enter a code from your authenticator app or a recovery code.',
  done: 'Your new password is set. Sign in with it.',
  noOwner: 'There is no other owner who could confirm this.',
} as const;

const ofToken = { token: tokenSchema(resetMessages.ended) };

/**
 * `none`: a code or an owner has to confirm it; `asked`: an owner was asked; `confirmed`: an owner did, so no
 * code is needed. `hasOwner`: whether there is an owner other than the person.
 */
const resetStateSchema = v.object({
  email: v.string(),
  confirmation: v.picklist(['none', 'asked', 'confirmed']),
  hasOwner: v.boolean(),
  expiresAt: instantSchema,
});
export type ResetState = v.InferOutput<typeof resetStateSchema>;

export const requestResetSchema = v.object({
  email: emailSchema(messages.signIn.email, messages.signIn.emailPattern),
});

/** `code` and `recoveryCode` are null if an owner confirmed; otherwise exactly one is needed. */
export const setStaffPasswordSchema = v.object({
  ...ofToken,
  password: newStaffPasswordSchema,
  code: v.nullable(totpSchema),
  recoveryCode: v.nullable(recoveryCodeSchema),
});

/** The form's fields; which of the last two is checked depends on what was chosen. */
export const resetForms = {
  totp: v.object({ password: newStaffPasswordSchema, proof: totpSchema }),
  recovery: v.object({ password: newStaffPasswordSchema, proof: recoveryCodeSchema }),
  confirmed: v.object({ password: newStaffPasswordSchema }),
} as const;

/** The path of a reset link. Nothing after # is sent to a server, so the token is never logged. */
export function staffResetPath(token: string): string {
  return `/studio/reset#token=${token}`;
}

export const passwordResetCalls = {
  requestReset: {
    method: 'POST',
    path: '/api/studio/reset/request',
    access: 'anyone',
    summary: 'Mail a link for a new password; the same answer whether or not the account exists',
    body: requestResetSchema,
    answer: messageSchema,
  },
  openReset: {
    method: 'POST',
    path: '/api/studio/reset/open',
    access: 'anyone',
    summary: 'What a reset link still needs',
    body: v.object(ofToken),
    answer: resetStateSchema,
  },
  askOwner: {
    method: 'POST',
    path: '/api/studio/reset/ask-owner',
    access: 'anyone',
    summary: 'Ask another owner to confirm the reset',
    body: v.object(ofToken),
    answer: resetStateSchema,
  },
  setStaffPassword: {
    method: 'POST',
    path: '/api/studio/reset/password',
    access: 'anyone',
    isRepeatable: true,
    summary: 'Set a new password and end all sessions; signs nobody in',
    body: setStaffPasswordSchema,
    answer: messageSchema,
  },
} as const satisfies StudioCalls;
