import { TextField, type TextFieldProps } from '#ui/text-field.tsx';

/** A field for a recovery code, which nothing may correct or remember. */
export function RecoveryCodeField(props: Omit<TextFieldProps, 'label'>) {
  return (
    <TextField
      {...props}
      label="Recovery code"
      required
      hint="One of the ten that you saved, such as 7GHK-2M4P-…"
      autoComplete="off"
      autoCapitalize="characters"
      spellCheck={false}
    />
  );
}
