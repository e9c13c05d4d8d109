import * as v from 'valibot';
import type { Call } from '../shop/calls.ts';

/** Who may call: `anyone`, or `studio`, an account of the studio that is signed in. */
export type StudioAccess = 'anyone' | 'studio';

/** One call of the studio. Paths are below `studioApiBase`; `{name}` is a path parameter that holds an id. */
export interface StudioCall
  extends Pick<Call, 'path' | 'summary' | 'params' | 'query' | 'body' | 'answer'> {
  readonly method: Call['method'] | 'PATCH';
  readonly access: StudioAccess;
  /** The body is a file's bytes as they are, and the handler reads it as a stream. */
  readonly hasBytes?: true;
}

/** Keeps each entry's own type while checking it is a StudioCall. */
export function studioCall<const C extends StudioCall>(entry: C): C {
  return entry;
}

/** The answer of a call that sends a file: the handler makes the whole response. */
export const fileAnswerSchema = v.instance(Response);
