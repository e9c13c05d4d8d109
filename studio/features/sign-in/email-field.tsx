import { TextField, type TextFieldProps } from '#ui/text-field.tsx';

/** A field for the e-mail of one's account, which password managers can fill in. */
export function EmailField(props: Omit<TextFieldProps, 'label'>) {
  return (
    <TextField
      {...props}
      label="E-mail"
      type="email"
      required
      autoComplete="username"
      autoCapitalize="none"
    />
  );
}
