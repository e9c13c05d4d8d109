import { conflictMessages } from '#contract/studio/changed-fields.ts';
import { Refusal } from './calls-at-fetch.ts';

/** The colleague who changes things meanwhile. */
export const colleague = 'Ben';

interface ChangedFields<E> {
  readonly base: { readonly [F in keyof E]?: E[F] | undefined };
  readonly changes: { readonly [F in keyof E]?: E[F] | undefined };
}

/** Refuses a change of a value that isn't what it was when the person read it, nor what it becomes. */
export function refuseIfChanged<T>(field: string, now: T, { from, to }: { from: T; to: T }): void {
  if (isTheSame(now, from) || isTheSame(now, to)) return;
  refuse([field]);
}

/** Saves the changes of one person, or, if a colleague changed one of the same fields meanwhile, nothing. */
export function saveChanged<E extends object>(saved: E, { base, changes }: ChangedFields<E>): void {
  const fields = Object.keys(changes) as (keyof E & string)[];
  refuse(
    fields.filter(
      (field) => !isTheSame(saved[field], base[field]) && !isTheSame(saved[field], changes[field]),
    ),
  );
  Object.assign(saved, changes);
}

const isTheSame = (one: unknown, other: unknown) => JSON.stringify(one) === JSON.stringify(other);

function refuse(conflicts: readonly string[]): void {
  if (conflicts.length === 0) return;
  const by = conflictMessages.changedBy(colleague);
  const fields = Object.fromEntries(conflicts.map((field) => [field, by]));
  throw new Refusal('CHANGED_MEANWHILE', { message: conflictMessages.notSaved, fields });
}
