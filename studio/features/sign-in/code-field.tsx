import { TextField, type TextFieldProps } from '#ui/text-field.tsx';

/** A field for an authenticator's code that phones can autofill. */
export function CodeField(props: Omit<TextFieldProps, 'label'>) {
  return (
    <TextField
      {...props}
      label="Authenticator code"
      required
      inputMode="numeric"
      autoComplete="one-time-code"
    />
  );
}
