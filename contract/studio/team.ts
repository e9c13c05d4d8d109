import * as v from 'valibot';
import { messages } from '../messages/messages.ts';
import { emailSchema, idSchema, instantSchema } from '../wire/fields.ts';
import { type StudioCalls, staffRoles } from './call.ts';
import {
  devicesAnswerSchema,
  proofSchema,
  signOutDevicesSchema,
  staffNameSchema,
} from './own-account.ts';

/** The people of the studio, on the wire. */

/** `waiting`: invited; `expired`: the invitation was not accepted in time. */
export const memberStates = ['active', 'waiting', 'expired'] as const;

const memberSchema = v.object({
  id: idSchema,
  name: v.string(),
  email: v.string(),
  role: v.picklist(staffRoles),
  state: v.picklist(memberStates),
  /** Null if they never signed in. */
  lastSeenAt: v.nullable(instantSchema),
  hasTwoStep: v.boolean(),
  /** Until when the invitation is valid. */
  invitedUntil: v.nullable(instantSchema),
  isYou: v.boolean(),
});
export type TeamMember = v.InferOutput<typeof memberSchema>;

/** A staff member who asks an owner to confirm a new password. `address`: the network it came from. */
const resetSchema = v.object({
  id: idSchema,
  name: v.string(),
  email: v.string(),
  askedAt: instantSchema,
  expiresAt: instantSchema,
  device: v.string(),
  address: v.string(),
  isYou: v.boolean(),
});
export type StaffReset = v.InferOutput<typeof resetSchema>;

export const teamSchema = v.object({
  members: v.array(memberSchema),
  resets: v.array(resetSchema),
});
export type Team = v.InferOutput<typeof teamSchema>;

export const inviteMemberSchema = v.object({
  name: staffNameSchema,
  email: emailSchema(messages.signIn.email, messages.signIn.emailPattern),
  role: v.picklist(staffRoles),
});

/** `link` opens the invitation. It is shown once, in case the mail doesn't arrive. */
const invitedSchema = v.object({ ...teamSchema.entries, link: v.string() });

/** Needed for whatever makes somebody an owner or ends it, also for the link of an invited owner. */
const proofEntries = { proof: v.optional(proofSchema) };

const ofMember = v.object({ accountId: idSchema });
const ofReset = v.object({ resetId: idSchema });

export const teamCalls = {
  team: {
    method: 'GET',
    path: '/api/studio/team',
    access: 'owner',
    summary: 'Everybody who may enter the studio or is invited, and open password resets',
    answer: teamSchema,
  },
  inviteMember: {
    method: 'POST',
    path: '/api/studio/team',
    access: 'owner',
    isRepeatable: true,
    summary: 'Invite somebody by e-mail; an owner only with `proof`',
    body: v.object({ ...inviteMemberSchema.entries, ...proofEntries }),
    answer: invitedSchema,
  },
  resendInvitation: {
    method: 'POST',
    path: '/api/studio/team/{accountId}/invitation',
    access: 'owner',
    isRepeatable: true,
    summary: 'Send a new link; the earlier one stops working; to an owner only with `proof`',
    params: ofMember,
    body: v.object(proofEntries),
    answer: invitedSchema,
  },
  changeRole: {
    method: 'PUT',
    path: '/api/studio/team/{accountId}/role',
    access: 'owner',
    summary: 'Make somebody an owner or an editor, with `proof`; CONFLICT for the last owner',
    params: ofMember,
    body: v.object({ role: v.picklist(staffRoles), ...proofEntries }),
    answer: teamSchema,
  },
  removeMember: {
    method: 'DELETE',
    path: '/api/studio/team/{accountId}',
    access: 'owner',
    summary:
      'Remove somebody or withdraw an invitation; an owner only with `proof`; CONFLICT for the last owner',
    params: ofMember,
    body: v.object(proofEntries),
    answer: teamSchema,
  },
  memberDevices: {
    method: 'GET',
    path: '/api/studio/team/{accountId}/devices',
    access: 'owner',
    summary: 'The signed-in devices of a staff member',
    params: ofMember,
    answer: devicesAnswerSchema,
  },
  signOutMember: {
    method: 'POST',
    path: '/api/studio/team/{accountId}/devices/sign-out',
    access: 'owner',
    summary: 'Sign out one or all devices of a staff member',
    params: ofMember,
    body: signOutDevicesSchema,
    answer: devicesAnswerSchema,
  },
  confirmReset: {
    method: 'POST',
    path: '/api/studio/resets/{resetId}/confirmation',
    access: 'owner',
    summary: 'Let a colleague set a new password',
    params: ofReset,
    answer: teamSchema,
  },
  refuseReset: {
    method: 'DELETE',
    path: '/api/studio/resets/{resetId}',
    access: 'owner',
    summary: 'End a colleague’s password reset',
    params: ofReset,
    answer: teamSchema,
  },
} as const satisfies StudioCalls;
