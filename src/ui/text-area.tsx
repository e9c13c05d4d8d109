import { type ComponentProps, useId } from 'react';
import { Field } from './field.tsx';
import { joinClasses } from './join-classes.ts';
import styles from './text-field.module.css';

export interface TextAreaProps extends Omit<ComponentProps<'textarea'>, 'id' | 'onChange'> {
  readonly label: string;
  readonly onChange?: (value: string) => void;
  readonly error?: string | null | undefined;
  readonly hint?: string | undefined;
}

/** A text field with several lines. */
export function TextArea({ label, onChange, error, hint, className, ...area }: TextAreaProps) {
  const id = useId();
  return (
    <Field
      id={id}
      label={label}
      error={error}
      hint={hint}
      isRequired={area.required}
      className={className}
    >
      <textarea
        {...area}
        id={id}
        className={joinClasses(styles.input, styles.area)}
        onChange={(event) => onChange?.(event.target.value)}
        aria-invalid={error ? true : undefined}
        aria-describedby={`${id}-note`}
      />
    </Field>
  );
}
