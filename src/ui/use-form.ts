import { type SubmitEvent, useState } from 'react';
import type { GenericSchema } from 'valibot';
import { ApiError, messageOf } from '#contract/wire/api-error.ts';
import { type FormErrors, formErrors } from './form-errors.ts';
import { toast } from './toast.ts';

interface FormOptions<F extends string> {
  readonly schema: GenericSchema;
  readonly initial: Readonly<Record<F, string>>;
  /** The toast for a failure of `send` for which the shop gives no reason. Without it `send` shows its failures itself. */
  readonly failed?: string;
  /** Sends the values. Field errors of an ApiError it throws are shown at their fields. */
  readonly send: (values: Readonly<Record<F, string>>) => Promise<void>;
}

/** Props of a text field or select. */
export interface FieldProps {
  readonly name: string;
  readonly value: string;
  readonly onChange: (value: string) => void;
  readonly error: string | undefined;
}

interface FormState<F extends string> {
  readonly values: Readonly<Record<F, string>>;
  /** The values before anything was typed. */
  readonly clean: Readonly<Record<F, string>>;
  readonly touched: Partial<Record<F, true>>;
  readonly refused: FormErrors<F>;
}

function without<T extends object>(fields: T, others: object): T {
  const kept = Object.entries(fields).filter(([name]) => !(name in others));
  return Object.fromEntries(kept) as T;
}

function filled<F extends string>(
  { values, clean, touched, refused }: FormState<F>,
  fields: Partial<Record<F, string>>,
): FormState<F> {
  return {
    values: { ...values, ...fields },
    clean: { ...clean, ...fields },
    touched: without(touched, fields),
    refused: without(refused, fields),
  };
}

/** A form that is validated on each change; a field's error shows from its first change on. */
export function useForm<F extends string>({ schema, initial, failed, send }: FormOptions<F>) {
  const [state, setState] = useState<FormState<F>>({
    values: initial,
    clean: initial,
    touched: {},
    refused: {},
  });
  const { values, clean, touched, refused } = state;
  const [isSending, setIsSending] = useState(false);
  const errors = formErrors<F>(schema, values);
  const isValid = Object.keys(errors).length === 0;

  function change(field: F, value: string): void {
    setState((now) => ({
      ...now,
      values: { ...now.values, [field]: value },
      touched: { ...now.touched, [field]: true },
      refused: without(now.refused, { [field]: value }),
    }));
  }

  async function submit(event: SubmitEvent): Promise<void> {
    event.preventDefault();
    if (!isValid || isSending) return;
    setIsSending(true);
    try {
      await send(values);
    } catch (error) {
      if (failed !== undefined) toast.error(messageOf(error, failed));
      if (!(error instanceof ApiError)) throw error;
      setState((now) => ({ ...now, refused: error.fields as FormErrors<F> }));
    } finally {
      setIsSending(false);
    }
  }

  /** Starts again in these fields. */
  function fill(fields: Partial<Record<F, string>>): void {
    setState((now) => filled(now, fields));
  }

  /** Shows what became of `sent`. What was typed meanwhile stays, and counts as unsent. */
  function settle(
    sent: Readonly<Record<F, string>>,
    next: Readonly<Record<F, string>> = sent,
  ): void {
    setState((now) => {
      const changed = Object.entries(now.values).filter(
        ([name, value]) => sent[name as F] !== value,
      );
      const unchanged = without(next, Object.fromEntries(changed));
      return { ...filled(now, unchanged), clean: next };
    });
  }

  return {
    values,
    isDirty: JSON.stringify(values) !== JSON.stringify(clean),
    isSending,
    fill,
    settle,
    submit: (event: SubmitEvent) => void submit(event),
    /** Props of the submit button. While sending it keeps the focus, which `disabled` would lose. */
    button: {
      type: 'submit',
      disabled: !isValid,
      'aria-disabled': isSending,
      'aria-busy': isSending,
    } as const,
    /** Props of a text field or select with this name. */
    field: (name: F): FieldProps => ({
      name,
      value: values[name],
      onChange: (value: string) => change(name, value),
      error: refused[name] ?? (touched[name] ? errors[name] : undefined),
    }),
  };
}
