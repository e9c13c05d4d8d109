import { TextField, type TextFieldProps } from '#ui/text-field.tsx';

/** The code of an authenticator, as phones offer to fill it in. */
export function CodeField(props: Omit<TextFieldProps, 'label'>) {
  return (
    <TextField
      {...props}
      label="Code of your authenticator"
      required
      inputMode="numeric"
      autoComplete="one-time-code"
    />
  );
}
