import type { ReactNode } from 'react';
import { joinClasses } from './join-classes.ts';
import styles from './text-field.module.css';

interface FieldProps {
  /** The control's id; its note has the id `{id}-note`. */
  readonly id: string;
  readonly label: string;
  readonly error: string | null | undefined;
  readonly hint: string | undefined;
  readonly isRequired: boolean | undefined;
  readonly className: string | undefined;
  readonly children: ReactNode;
}

/** A control with its label above and its hint or error below, announced when it changes. */
export function Field({ id, label, error, hint, isRequired, className, children }: FieldProps) {
  return (
    <div className={joinClasses(styles.field, className)}>
      <label className={joinClasses(styles.label, isRequired && styles.required)} htmlFor={id}>
        {label}
      </label>
      {children}
      <span id={`${id}-note`} className={error ? styles.error : styles.hint} aria-live="polite">
        {error || hint}
      </span>
    </div>
  );
}
