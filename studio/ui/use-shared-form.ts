import { useState } from 'react';
import type { GenericSchema } from 'valibot';
import { ApiError, messageOf } from '#contract/wire/api-error.ts';
import { toast } from '#ui/toast.ts';
import { useForm } from '#ui/use-form.ts';

interface SharedFormOptions<F extends string, S, V> {
  readonly schema: GenericSchema;
  /** The values as saved now, by anyone. */
  readonly saved: S;
  /** Returns the version, which differs for each save. */
  readonly versionOf: (saved: S) => V;
  readonly typedFrom: (saved: S) => Readonly<Record<F, string>>;
  /** Saves the values over the version that was seen. @throws CHANGED_MEANWHILE if the saved version is another one */
  readonly save: (values: Readonly<Record<F, string>>, seen: V) => Promise<S>;
  readonly onSaved: (saved: S) => void;
  /** Reloads what somebody else saved. */
  readonly onStale: () => Promise<void>;
  /** The message after saving. */
  readonly success: string;
  /** Called when the fields take over what somebody else saved. */
  readonly onFilled?: (saved: S) => void;
}

/**
 * A form for data that other staff save too. What was typed stays until it is saved, whatever somebody else
 * saves; fields in which nothing was typed follow the saved values.
 */
export function useSharedForm<F extends string, S, V>({
  schema,
  saved,
  versionOf,
  typedFrom,
  save,
  onSaved,
  onStale,
  success,
  onFilled,
}: SharedFormOptions<F, S, V>) {
  const version = versionOf(saved);
  /** The version the writer has seen; saving replaces only that one. */
  const [seen, setSeen] = useState(version);
  const form = useForm<F>({
    schema,
    initial: typedFrom(saved),
    async send(values) {
      try {
        const answer = await save(values, seen);
        setSeen(versionOf(answer));
        form.fill(typedFrom(answer), values);
        onSaved(answer);
        toast.success(success);
      } catch (error) {
        if (error instanceof ApiError && error.code === 'CHANGED_MEANWHILE') await onStale();
        else toast.error(messageOf(error, 'The shop can’t be reached. Nothing was saved yet.'));
        throw error;
      }
    },
  });
  const isOvertaken = version !== seen;
  if (isOvertaken && !form.isDirty && !form.isSending) showSaved();

  function showSaved(): void {
    setSeen(version);
    form.fill(typedFrom(saved));
    onFilled?.(saved);
  }

  return {
    ...form,
    button: { ...form.button, disabled: form.button.disabled || isOvertaken },
    /** The props of `Overtaken` once somebody else has saved; null before. */
    overtaken: isOvertaken ? { onShowSaved: showSaved, onKeepMine: () => setSeen(version) } : null,
  };
}
