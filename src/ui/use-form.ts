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

function without<T extends object>(fields: T, others: object): T {
  const kept = Object.entries(fields).filter(([name]) => !(name in others));
  return Object.fromEntries(kept) as T;
}

/** A form that is validated on each change; a field's error shows from its first change on. */
export function useForm<F extends string>({ schema, initial, failed, send }: FormOptions<F>) {
  const [values, setValues] = useState(initial);
  /** The values before anything was typed. */
  const [clean, setClean] = useState(initial);
  const [touched, setTouched] = useState<Partial<Record<F, true>>>({});
  const [refused, setRefused] = useState<FormErrors<F>>({});
  const [isSending, setIsSending] = useState(false);
  const errors = formErrors<F>(schema, values);
  const isValid = Object.keys(errors).length === 0;

  function change(field: F, value: string): void {
    setValues((before) => ({ ...before, [field]: value }));
    setTouched((before) => ({ ...before, [field]: true }));
    setRefused(({ [field]: _, ...others }) => others as FormErrors<F>);
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
      setRefused(error.fields as FormErrors<F>);
    } finally {
      setIsSending(false);
    }
  }

  /** Starts again in these fields. */
  function fill(filled: Partial<Record<F, string>>): void {
    setValues((now) => ({ ...now, ...filled }));
    setClean((before) => ({ ...before, ...filled }));
    setTouched((before) => without(before, filled));
    setRefused((before) => without(before, filled));
  }

  return {
    values,
    isDirty: JSON.stringify(values) !== JSON.stringify(clean),
    isSending,
    fill,
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
