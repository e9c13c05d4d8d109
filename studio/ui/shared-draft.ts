/** How the values of a form relate to the fields that it saves. */
export interface FormShape<E extends object, T extends object> {
  readonly typedFrom: (edited: E) => T;
  readonly editedFrom: (typed: T) => E;
  /** The typed values that make up each field. */
  readonly parts: Readonly<Record<keyof E & string, readonly (keyof T & string)[]>>;
}

/** What a form edits: the saved values that its fields started from, and what was typed. */
export interface SharedDraft<E, T> {
  readonly base: E;
  readonly typed: T;
}

/** The fields that were typed to another value. */
export function changedFields<E extends object, T extends object>(
  shape: FormShape<E, T>,
  { base, typed }: SharedDraft<E, T>,
): (keyof E & string)[] {
  const [now, before] = [shape.editedFrom(typed), shape.editedFrom(shape.typedFrom(base))];
  return fieldsOf(shape).filter(
    (field) => JSON.stringify(now[field]) !== JSON.stringify(before[field]),
  );
}

/** The request that saves only what was typed, with the values that it started from. */
export function changedBody<E extends object, T extends object>(
  shape: FormShape<E, T>,
  draft: SharedDraft<E, T>,
): { readonly base: Partial<E>; readonly changes: Partial<E> } {
  const fields = changedFields(shape, draft);
  return { base: pick(draft.base, fields), changes: pick(shape.editedFrom(draft.typed), fields) };
}

/**
 * The same draft on top of newer values: fields that weren't typed show them. Those that were keep the value
 * that they started from, so that saving notices if somebody changed them too.
 */
export function mergedDraft<E extends object, T extends object>(
  shape: FormShape<E, T>,
  draft: SharedDraft<E, T>,
  newer: E,
): SharedDraft<E, T> {
  const kept = changedFields(shape, draft);
  return {
    base: { ...newer, ...pick(draft.base, kept) },
    typed: { ...shape.typedFrom(newer), ...pick(draft.typed, partsOf(shape, kept)) },
  };
}

/**
 * The draft after a save: what was typed since it was sent stays, everything else is as it was saved. A field
 * that wasn't sent keeps the value that it started from, because the writer hasn't seen the saved one.
 */
export function savedDraft<E extends object, T extends object>(
  shape: FormShape<E, T>,
  sent: SharedDraft<E, T>,
  typed: T,
  saved: E,
): SharedDraft<E, T> {
  const sentFields = changedFields(shape, sent);
  const isTypedSince = (part: keyof T & string) =>
    JSON.stringify(typed[part]) !== JSON.stringify(sent.typed[part]);
  const kept = fieldsOf(shape).filter((field) => shape.parts[field].some(isTypedSince));
  const started = kept.filter((field) => !sentFields.includes(field));
  return {
    base: { ...saved, ...pick(sent.base, started) },
    typed: { ...shape.typedFrom(saved), ...pick(typed, partsOf(shape, kept)) },
  };
}

/** Settles a conflict: takes their value of a field, or lets what was typed be saved over it. */
export function settledDraft<E extends object, T extends object>(
  shape: FormShape<E, T>,
  { base, typed }: SharedDraft<E, T>,
  field: keyof E & string,
  theirs: E,
  choice: 'mine' | 'theirs',
): SharedDraft<E, T> {
  const taken = pick(shape.typedFrom(theirs), partsOf(shape, [field]));
  return {
    base: { ...base, [field]: theirs[field] },
    typed: choice === 'mine' ? typed : { ...typed, ...taken },
  };
}

function fieldsOf<E extends object, T extends object>({ parts }: FormShape<E, T>) {
  return Object.keys(parts) as (keyof E & string)[];
}

function partsOf<E extends object, T extends object>(
  { parts }: FormShape<E, T>,
  fields: readonly (keyof E & string)[],
) {
  return fields.flatMap((field) => parts[field]);
}

function pick<T extends object>(from: T, keys: readonly (keyof T & string)[]): Partial<T> {
  return Object.fromEntries(keys.map((key) => [key, from[key]])) as Partial<T>;
}
