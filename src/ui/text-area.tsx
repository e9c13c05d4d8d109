import type { ComponentProps } from 'react';
import { Field, type FieldWords } from './field.tsx';
import { joinClasses } from './join-classes.ts';
import styles from './text-field.module.css';

type TextAreaProps = Omit<ComponentProps<'textarea'>, 'id' | 'onChange'> & FieldWords;

/** A text field with several lines. */
export function TextArea({ label, onChange, error, hint, className, ...area }: TextAreaProps) {
  const field = { label, error, hint, className, isRequired: area.required };
  return (
    <Field {...field}>
      {(control) => (
        <textarea
          {...area}
          {...control}
          className={joinClasses(styles.input, styles.area)}
          onChange={(event) => onChange?.(event.target.value)}
        />
      )}
    </Field>
  );
}
