import * as v from 'valibot';
import { type CustomerDetails, customerDetailsSchema } from '#contract/shop/order.ts';

export type CustomerField = keyof CustomerDetails;
export type CustomerErrors = Partial<Record<CustomerField, string>>;

/** The first error of each field; empty if the order may be created (Q12). */
export function customerErrors(details: CustomerDetails): CustomerErrors {
  const result = v.safeParse(customerDetailsSchema, details);
  if (result.success) return {};
  const nested = v.flatten<typeof customerDetailsSchema>(result.issues).nested ?? {};
  return Object.fromEntries(
    Object.entries(nested).map(([field, texts]) => [field, texts?.[0]]),
  ) as CustomerErrors;
}

/** The errors without that of an edited field. */
export function withoutError(errors: CustomerErrors, field: CustomerField): CustomerErrors {
  const { [field]: _, ...others } = errors;
  return others;
}
