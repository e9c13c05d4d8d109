import { licenseTypeNames, licenseTypes } from '#contract/shop/account.ts';
import { NewPasswordField } from '#ui/new-password-field.tsx';
import { PasswordField } from '#ui/password-field.tsx';
import { Select } from '#ui/select.tsx';
import { TextField } from '#ui/text-field.tsx';
import type { FieldProps } from '#ui/use-form.ts';
import styles from './account-form.module.css';

/** Fields that several forms of an account have; `field` is that of a form with at least these. */
interface FieldsProps<F extends string> {
  readonly field: (name: F) => FieldProps;
}

export function NameFields({ field }: FieldsProps<'firstName' | 'lastName'>) {
  return (
    <div className={styles.pair}>
      <TextField label="First name" required autoComplete="given-name" {...field('firstName')} />
      <TextField label="Last name" required autoComplete="family-name" {...field('lastName')} />
    </div>
  );
}

export function LicenceFields({ field }: FieldsProps<'licenseType' | 'businessVerificationLink'>) {
  return (
    <>
      <Select
        label="License type"
        required
        placeholder="Choose one"
        hint="What do you do? I sew or craft: Small business. I print cloth, paper or vinyl for others: Fabric shop."
        options={licenseTypes.map((value) => ({ value, label: licenseTypeNames[value] }))}
        {...field('licenseType')}
      />
      <TextField
        label="Business verification link"
        required
        hint="Where can we see what you make? A website, Etsy shop or Instagram. None yet? Write how you’ll use the designs."
        autoComplete="url"
        {...field('businessVerificationLink')}
      />
    </>
  );
}

export function NewPasswordFields({ field }: FieldsProps<'password' | 'confirmPassword'>) {
  return (
    <>
      <NewPasswordField
        label="Password"
        required
        hint="At least 6 characters."
        {...field('password')}
      />
      <PasswordField
        label="Confirm password"
        required
        autoComplete="new-password"
        {...field('confirmPassword')}
      />
    </>
  );
}
