import type { ComponentProps } from 'react';
import { PasswordField } from '#ui/password-field.tsx';
import { TextField } from '#ui/text-field.tsx';

type FieldProps = Pick<ComponentProps<typeof TextField>, 'name' | 'value' | 'onChange' | 'error'>;

interface ProofFieldsProps {
  /** As from `useForm`. */
  readonly field: (name: 'password' | 'code') => FieldProps;
}

/** One's own password and a code of the authenticator, for what an open session alone may not do. */
export function ProofFields({ field }: ProofFieldsProps) {
  return (
    <>
      <PasswordField
        label="Your password"
        required
        autoComplete="current-password"
        {...field('password')}
      />
      <TextField
        label="Authenticator code"
        required
        inputMode="numeric"
        autoComplete="one-time-code"
        {...field('code')}
      />
    </>
  );
}
