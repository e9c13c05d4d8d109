import { useState } from 'react';
import type { GenericSchema } from 'valibot';
import { ApiError } from '#contract/wire/api-error.ts';
import { toast } from '#ui/toast.ts';
import { useForm } from '#ui/use-form.ts';
import type { Conflict } from './conflicts.tsx';
import { differingItems } from './differing-items.ts';
import {
  changedBody,
  changedFields,
  type FormShape,
  mergedDraft,
  type SharedDraft,
  savedDraft,
  settledDraft,
} from './shared-draft.ts';

interface SharedFormOptions<F extends string, S, E extends object> {
  readonly schema: GenericSchema;
  /** The values as saved now, by anyone. */
  readonly saved: S;
  /** What the form edits of them. */
  readonly editedOf: (saved: S) => E;
  readonly shape: FormShape<E, Readonly<Record<F, string>>>;
  /** The name and the words of each field, to show two values of it side by side. */
  readonly words: Readonly<Record<keyof E & string, FieldWords<E>>>;
  /** Saves what changed. Returns null if the writer decided not to. @throws CHANGED_MEANWHILE if somebody else changed the same */
  readonly save: (changed: ReturnType<typeof changedBody<E, object>>) => Promise<S | null>;
  readonly onSaved: (saved: S) => void;
  /** Reloads what somebody else saved. Returns null if that failed. */
  readonly reload: () => Promise<S | null>;
  /** The message after saving. */
  readonly success: string;
}

type FieldWords<E> = { readonly name: string } & (
  | {
      /** Empty for no value. */
      readonly text: (edited: E) => string;
    }
  | {
      /** Its items: of two lists only what differs is shown. */
      readonly list: (edited: E) => readonly string[];
    }
);

/** Fields that a colleague saved too, each with who did. */
type Conflicts = Readonly<Record<string, string>>;

interface Answered<E, T> {
  readonly sent: SharedDraft<E, T>;
  readonly saved: E;
}

const unreachable = 'The shop can’t be reached. Nothing was saved yet.';

/**
 * A form for data that other staff save too. It saves only what was typed. What was typed stays until it is
 * saved, whatever somebody else saves; fields in which nothing was typed follow the saved values.
 */
export function useSharedForm<F extends string, S, E extends object>({
  schema,
  saved,
  editedOf,
  shape,
  words,
  save,
  onSaved,
  reload,
  success,
}: SharedFormOptions<F, S, E>) {
  const [base, setBase] = useState(() => editedOf(saved));
  /** The saved values that the fields follow. */
  const [followed, setFollowed] = useState(saved);
  const [found, setFound] = useState<Conflicts | null>(null);
  /** What was just sent, and what was saved of it. */
  const [answered, setAnswered] = useState<Answered<E, Readonly<Record<F, string>>> | null>(null);
  const form = useForm<F>({
    schema,
    initial: shape.typedFrom(base),
    failed: unreachable,
    async send(values) {
      try {
        const answer = await save(changedBody(shape, { base, typed: values }));
        if (!answer) return;
        setAnswered({ sent: { base, typed: values }, saved: editedOf(answer) });
        setFound(null);
        onSaved(answer);
        toast.success(success);
      } catch (error) {
        if (error instanceof ApiError && error.code === 'CHANGED_MEANWHILE') {
          return showConflicts(error.fields);
        }
        throw error;
      }
    },
  });
  const draft = { base, typed: form.values };
  if (answered && !form.isSending) {
    setAnswered(null);
    show(savedDraft(shape, answered.sent, form.values, answered.saved));
  } else if (saved !== followed && !form.isSending) {
    setFollowed(saved);
    show(mergedDraft(shape, draft, editedOf(saved)));
  }

  async function showConflicts(fields: Conflicts): Promise<void> {
    if (await reload()) setFound(fields);
    else toast.error(unreachable);
  }

  function show(next: SharedDraft<E, Readonly<Record<F, string>>>): void {
    setBase(next.base);
    form.fill(changedValues(form.values, next.typed));
  }

  function settle(field: string, choice: 'mine' | 'theirs'): void {
    if (!found) return;
    const { [field]: _, ...others } = found;
    show(settledDraft(shape, draft, field as keyof E & string, editedOf(saved), choice));
    setFound(Object.keys(others).length > 0 ? others : null);
  }

  return {
    ...form,
    isDirty: changedFields(shape, draft).length > 0,
    /** The props of `Conflicts` while a colleague's values and these differ; null otherwise. */
    conflicts: found && {
      conflicts: conflictsOf(found, words, shape.editedFrom(form.values), editedOf(saved)),
      onSettle: settle,
    },
  };
}

function changedValues<T extends Readonly<Record<string, string>>>(now: T, next: T): Partial<T> {
  const changed = Object.entries(next).filter(([name, value]) => now[name] !== value);
  return Object.fromEntries(changed) as Partial<T>;
}

function conflictsOf<E extends object>(
  found: Conflicts,
  words: Readonly<Record<string, FieldWords<E>>>,
  mine: E,
  theirs: E,
): Conflict[] {
  return Object.entries(found).flatMap(([field, editor]) => {
    const of = words[field];
    if (!of) return [];
    const [mineText, theirsText] =
      'list' in of
        ? differingItems(of.list(mine), of.list(theirs))
        : [of.text(mine), of.text(theirs)];
    return { field, name: of.name, editor, mine: mineText, theirs: theirsText };
  });
}
