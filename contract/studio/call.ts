import * as v from 'valibot';
import type { Call, CallTable } from '../wire/call.ts';

/** The roles of staff. An editor may do everything except the calls of `owner`. */
export const staffRoles = ['owner', 'editor'] as const;
export type StaffRole = (typeof staffRoles)[number];

/**
 * Who may call: `anyone`; `studio`: a signed-in staff member; `owner`: one with that role. Only owners refund,
 * change the settings, publish terms and licence texts, export the shop's data and figures, make backups, and manage
 * the team. The table of designs and the report of an import are an editor's own work.
 */
export type StudioAccess = 'anyone' | 'studio' | 'owner';

/** Whether a staff member with this role may make calls of this access: the rule for the server and for every screen. */
export function isAllowed(access: StudioAccess, role: StaffRole): boolean {
  return access !== 'owner' || role === 'owner';
}

export type StudioCall = Call<StudioAccess>;

/** The calls of one area of the studio. */
export type StudioCalls = CallTable<StudioAccess>;

/** The answer of a call that sends a file: the handler builds the whole response. */
export const fileAnswerSchema = v.instance(Response);
