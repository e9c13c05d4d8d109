import type * as v from 'valibot';
import type { Call, InputOf, RequestOf } from './calls.ts';
import { messageSchema } from './fields.ts';
import {
  acceptInvitationSchema,
  invitationSchema,
  openInvitationSchema,
  studioSignInSchema,
  studioUserSchema,
} from './studio-account.ts';

/** Who may call: `anyone`, or `studio`, an account of the studio that is signed in. */
export type StudioAccess = 'anyone' | 'studio';

/** One call of the studio. Paths are below `studioApiBase`; `{name}` is a path parameter. */
export interface StudioCall
  extends Pick<Call, 'method' | 'path' | 'summary' | 'params' | 'query' | 'body' | 'answer'> {
  readonly access: StudioAccess;
}

/** Keeps each entry's own type while checking it is a StudioCall. */
function call<const C extends StudioCall>(entry: C): C {
  return entry;
}

/**
 * Every call of the studio, in a table of its own: the shop's bundle holds `calls.ts` and would
 * grow by each of these. See docs/decisions/010-studio-accounts.md.
 */
export const studioCalls = {
  openInvitation: call({
    method: 'POST',
    path: '/invitation/open',
    access: 'anyone',
    summary: 'Whose invitation it is, and the secret for the authenticator',
    body: openInvitationSchema,
    answer: invitationSchema,
  }),
  acceptInvitation: call({
    method: 'POST',
    path: '/invitation/accept',
    access: 'anyone',
    summary: 'Set password and second factor, and sign in',
    body: acceptInvitationSchema,
    answer: studioUserSchema,
  }),
  signIn: call({
    method: 'POST',
    path: '/sign-in',
    access: 'anyone',
    summary: 'Sign in with password and code',
    body: studioSignInSchema,
    answer: studioUserSchema,
  }),
  me: call({
    method: 'GET',
    path: '/me',
    access: 'studio',
    summary: 'Who is signed in',
    answer: studioUserSchema,
  }),
  signOut: call({
    method: 'POST',
    path: '/sign-out',
    access: 'studio',
    summary: 'End this session',
    answer: messageSchema,
  }),
} as const satisfies Record<string, StudioCall>;

export type StudioCallName = keyof typeof studioCalls;

export type StudioCallInput<N extends StudioCallName> = InputOf<(typeof studioCalls)[N]>;

export type StudioCallRequest<N extends StudioCallName> = RequestOf<(typeof studioCalls)[N]>;

export type StudioCallAnswer<N extends StudioCallName> = v.InferOutput<
  (typeof studioCalls)[N]['answer']
>;

/** Base path of every call of the studio, and of the only cookie. */
export const studioApiBase = '/api/studio';
