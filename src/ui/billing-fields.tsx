import { TextArea } from './text-area.tsx';
import { TextField } from './text-field.tsx';
import type { FieldProps } from './use-form.ts';

interface BillingFieldsProps {
  /** That of a form with at least these. */
  readonly field: (name: 'company' | 'address' | 'taxId') => FieldProps;
}

/** What a receipt says of its buyer beside the name. */
export function BillingFields({ field }: BillingFieldsProps) {
  return (
    <>
      <TextField label="Company" autoComplete="organization" {...field('company')} />
      <TextArea label="Address" rows={4} autoComplete="street-address" {...field('address')} />
      <TextField
        label="Tax ID"
        hint="Such as a VAT number. Leave empty if you have none."
        autoComplete="off"
        {...field('taxId')}
      />
    </>
  );
}
