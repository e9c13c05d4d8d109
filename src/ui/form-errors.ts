import * as v from 'valibot';

export type FormErrors<F extends string> = Partial<Record<F, string>>;

/** The first error of each field; empty if the form may be sent. */
export function formErrors<F extends string>(
  schema: v.GenericSchema,
  values: Readonly<Record<F, string>>,
): FormErrors<F> {
  const result = v.safeParse(schema, values);
  if (result.success) return {};
  const nested = v.flatten(result.issues).nested ?? {};
  return Object.fromEntries(
    Object.entries(nested).map(([field, texts]) => [field, texts?.[0]]),
  ) as FormErrors<F>;
}
