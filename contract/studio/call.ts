import * as v from 'valibot';
import type { CallTable } from '../wire/call.ts';

/** Who may call: `anyone`, or `studio`: a signed-in staff member. */
export type StudioAccess = 'anyone' | 'studio';

/** The calls of one area of the studio. */
export type StudioCalls = CallTable<StudioAccess>;

/** The answer of a call that sends a file: the handler builds the whole response. */
export const fileAnswerSchema = v.instance(Response);
