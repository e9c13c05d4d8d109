import { type ReactNode, useId } from 'react';
import { joinClasses } from './join-classes.ts';
import styles from './text-field.module.css';

/** The words around a control, and what it tells of its value. */
export interface FieldWords {
  readonly label: string;
  readonly onChange?: (value: string) => void;
  readonly error?: string | null | undefined;
  readonly hint?: string | undefined;
}

interface FieldProps extends Omit<FieldWords, 'onChange'> {
  readonly isRequired?: boolean | undefined;
  readonly className?: string | undefined;
  /** Renders the control with these props. */
  readonly children: (control: ControlProps) => ReactNode;
}

interface ControlProps {
  readonly id: string;
  readonly 'aria-invalid': true | undefined;
  readonly 'aria-describedby': string;
}

/** A control with its label above and its hint or error below, announced when it changes. */
export function Field({ label, error, hint, isRequired, className, children }: FieldProps) {
  const id = useId();
  const note = `${id}-note`;
  return (
    <div className={joinClasses(styles.field, className)}>
      <label className={joinClasses(styles.label, isRequired && styles.required)} htmlFor={id}>
        {label}
      </label>
      {children({ id, 'aria-invalid': error ? true : undefined, 'aria-describedby': note })}
      <span id={note} className={error ? styles.error : styles.hint} aria-live="polite">
        {error || hint}
      </span>
    </div>
  );
}
