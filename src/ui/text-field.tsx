import { type ComponentProps, type ReactNode, useId } from 'react';
import { Field } from './field.tsx';
import { joinClasses } from './join-classes.ts';
import styles from './text-field.module.css';

export interface TextFieldProps extends Omit<ComponentProps<'input'>, 'id' | 'onChange'> {
  readonly label: string;
  readonly onChange?: (value: string) => void;
  readonly error?: string | null | undefined;
  readonly hint?: string | undefined;
  /** A button at the end of the box, like the eye of a password field. */
  readonly end?: ReactNode;
}

export function TextField({
  label,
  onChange,
  error,
  hint,
  end,
  className,
  ...input
}: TextFieldProps) {
  const id = useId();
  return (
    <Field
      id={id}
      label={label}
      error={error}
      hint={hint}
      isRequired={input.required}
      className={className}
    >
      <span className={styles.box}>
        <input
          {...input}
          id={id}
          className={joinClasses(styles.input, end !== undefined && styles.withEnd)}
          onChange={(event) => onChange?.(event.target.value)}
          aria-invalid={error ? true : undefined}
          aria-describedby={`${id}-note`}
        />
        {end !== undefined && <span className={styles.end}>{end}</span>}
      </span>
    </Field>
  );
}
