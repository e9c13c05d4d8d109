import * as v from 'valibot';
import { messages } from '../messages/messages.ts';
import { idSchema, instantSchema } from '../wire/fields.ts';
import { currentPasswordSchema, registerSchema, userSchema } from './account.ts';
import { paths } from './paths.ts';

/** People who share an account with its owner, each with an e-mail and a password of their own. */

/** The most per account, with those who are invited. */
export const maxColleagues = 5;
/** How long an invitation is valid. */
export const invitationDays = 7;

// Not in messages/, because those are part of every page.
export const colleagueMessages = {
  ownEmail: 'This is your own e-mail.',
  hasJoined: 'This colleague has joined already.',
  full: `You can share your account with ${maxColleagues} colleagues. Remove one first.`,
  ended: 'This invitation no longer works. Please ask for a new one.',
  taken:
    'Somebody already signs in with this e-mail, so it can’t join another account. Ask for an invitation to another address.',
} as const;

/** Somebody who shares an account or is invited to. Who is only invited has no name yet. */
const colleagueSchema = v.object({
  id: idSchema,
  email: v.string(),
  firstName: v.string(),
  lastName: v.string(),
  state: v.picklist(['joined', 'invited', 'expired']),
  /** When they joined, or were last invited. */
  since: instantSchema,
});
export type Colleague = v.InferOutput<typeof colleagueSchema>;

export const colleaguesSchema = v.object({ colleagues: v.array(colleagueSchema) });

/** An open session isn't enough to let somebody in for good, so it needs the owner's password. */
export const inviteColleagueSchema = v.object({
  email: registerSchema.entries.email,
  password: v.pipe(currentPasswordSchema, v.nonEmpty(messages.signUp.password)),
});

const tokenEntries = {
  token: v.pipe(
    v.string(colleagueMessages.ended),
    v.nonEmpty(colleagueMessages.ended),
    v.maxLength(200, colleagueMessages.ended),
  ),
};

export const invitationTokenSchema = v.object(tokenEntries);

/** Whose account an invitation is to, and whom it was mailed to. */
export const invitationSchema = v.object({
  email: v.string(),
  ...v.pick(userSchema, ['firstName', 'lastName']).entries,
  /** The owner's company; empty: none. */
  company: v.string(),
});
export type Invitation = v.InferOutput<typeof invitationSchema>;

const { firstName, lastName, password } = registerSchema.entries;

export const joinAccountSchema = v.object({ ...tokenEntries, firstName, lastName, password });

/** Any of these fields. A new password also needs `oldPassword`, the current one. */
export const changeColleagueSchema = v.pipe(
  v.object({
    firstName: v.optional(firstName),
    lastName: v.optional(lastName),
    oldPassword: v.optional(currentPasswordSchema),
    password: v.optional(password),
  }),
  v.forward(
    v.partialCheck(
      [['oldPassword'], ['password']],
      ({ oldPassword, password }) =>
        oldPassword !== '' && (oldPassword === undefined) === (password === undefined),
      messages.signUp.password,
    ),
    ['oldPassword'],
  ),
  v.check((body) => Object.keys(body).length > 0, messages.invalid.nothing),
);

/** The screen that an invitation opens. Nothing after # is sent to a server, so the token is never logged. */
export function invitationPath(token: string): string {
  return `${paths.signUp.path}?colleague#token=${token}`;
}
