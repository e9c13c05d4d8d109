/** The values of some fields alone. */
export function pick<T extends object, F extends keyof T & string>(
  from: T,
  fields: readonly F[],
): Pick<T, F> {
  // Each field has its own value.
  return Object.fromEntries(fields.map((field) => [field, from[field]])) as Pick<T, F>;
}
