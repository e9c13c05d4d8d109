import * as v from 'valibot';
import type { Call } from '../shop/calls.ts';

/** Who may call: `anyone`, or `studio`: a signed-in staff member. */
export type StudioAccess = 'anyone' | 'studio';

/** One call of the studio. Paths are relative to `studioApiBase`; `{name}` is a path parameter that holds an id. */
export interface StudioCall
  extends Pick<Call, 'path' | 'summary' | 'params' | 'query' | 'body' | 'answer'> {
  readonly method: Call['method'] | 'PATCH';
  readonly access: StudioAccess;
  /** The body is a file's raw bytes, which the handler reads as a stream. */
  readonly hasBytes?: true;
}

/** Checks that an entry is a StudioCall but keeps its own type. */
export function studioCall<const C extends StudioCall>(entry: C): C {
  return entry;
}

/** The answer of a call that sends a file: the handler builds the whole response. */
export const fileAnswerSchema = v.instance(Response);
