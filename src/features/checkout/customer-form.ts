import { type CustomerDetails, customerDetailsSchema } from '#contract/shop/order.ts';
import { type FormErrors, formErrors } from '#ui/form-errors.ts';

export type CustomerField = keyof CustomerDetails;
export type CustomerErrors = FormErrors<CustomerField>;

/** The first error of each field; empty if the order may be created (Q12). */
export const customerErrors = (details: CustomerDetails): CustomerErrors =>
  formErrors<CustomerField>(customerDetailsSchema, details);

/** The errors without that of an edited field. */
export function withoutError(errors: CustomerErrors, field: CustomerField): CustomerErrors {
  const { [field]: _, ...others } = errors;
  return others;
}
