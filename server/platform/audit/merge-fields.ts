import { isDeepStrictEqual } from 'node:util';
import { conflictMessages } from '#contract/studio/changed-fields.ts';
import type { Reader } from '../database/open.ts';
import { Problem } from '../http/problem.ts';
import { lastActor } from './last-actor.ts';

/** The changes of one person, with the values that they started from. */
export interface ChangedFields<E> {
  readonly base: { readonly [F in keyof E]?: E[F] | undefined };
  readonly changes: { readonly [F in keyof E]?: E[F] | undefined };
}

/** `conflicts` are fields, and `merged` has the current values there. */
interface Merged<E> {
  readonly merged: E;
  readonly conflicts: readonly (keyof E & string)[];
}

/**
 * Applies the changes of one person to fields that others may have saved since. A change is a conflict only
 * if the value it started from is no longer there and the new one isn't either.
 */
export function mergeFields<E extends object>(
  current: E,
  { base, changes }: ChangedFields<E>,
): Merged<E> {
  const merged = { ...current };
  const conflicts: (keyof E & string)[] = [];
  for (const field of Object.keys(current) as (keyof E & string)[]) {
    const [now, from, to] = [current[field], base[field], changes[field]];
    if (to === undefined || isDeepStrictEqual(to, from)) continue;
    if (isDeepStrictEqual(now, from) || isDeepStrictEqual(now, to)) merged[field] = to;
    else conflicts.push(field);
  }
  return { merged, conflicts };
}

/**
 * Refuses changes that conflict with somebody else's. `auditNamesOf`: what the audit log calls a field.
 * @throws CHANGED_MEANWHILE with who did it for each field
 */
export function assertNoConflicts(
  reader: Reader,
  subjectId: string,
  conflicts: readonly string[],
  auditNamesOf: (field: string) => readonly string[] = (field) => [field],
): Promise<void> {
  return refuseConflicts(conflicts, (field) => lastActor(reader, subjectId, auditNamesOf(field)));
}

/** The same for what has versions of its own. `actorOf`: who last changed a field; null if unknown. */
export async function refuseConflicts<F extends string>(
  conflicts: readonly F[],
  actorOf: (field: F) => Promise<string | null>,
): Promise<void> {
  if (conflicts.length === 0) return;
  const fields: Record<string, string> = {};
  for (const field of conflicts) {
    const actor = await actorOf(field);
    fields[field] = conflictMessages.changedBy(actor ?? 'Someone else');
  }
  throw new Problem('CHANGED_MEANWHILE', conflictMessages.notSaved, { fields });
}

/**
 * Refuses to save one field over somebody else's change. `now`: what is saved; `from`: what the writer saw.
 * @throws CHANGED_MEANWHILE with who changed it
 */
export async function assertNotChanged<T>(
  reader: Reader,
  subjectId: string,
  field: string,
  { now, from, to }: { readonly now: T; readonly from: T; readonly to: T },
): Promise<void> {
  if (isDeepStrictEqual(now, from) || isDeepStrictEqual(now, to)) return;
  await assertNoConflicts(reader, subjectId, [field]);
}
