import type { ComponentProps, ReactNode } from 'react';
import { Field, type FieldWords } from './field.tsx';
import { joinClasses } from './join-classes.ts';
import styles from './text-field.module.css';

export interface TextFieldProps
  extends Omit<ComponentProps<'input'>, 'id' | 'onChange'>,
    FieldWords {
  /** A button at the end of the box, like the eye of a password field. */
  readonly end?: ReactNode;
}

export function TextField(props: TextFieldProps) {
  const { label, onChange, error, hint, end, className, ...input } = props;
  const field = { label, error, hint, className, isRequired: input.required };
  return (
    <Field {...field}>
      {(control) => (
        <span className={styles.box}>
          <input
            {...input}
            {...control}
            className={joinClasses(styles.input, end !== undefined && styles.withEnd)}
            onChange={(event) => onChange?.(event.target.value)}
          />
          {end !== undefined && <span className={styles.end}>{end}</span>}
        </span>
      )}
    </Field>
  );
}
