import { type ReactNode, useId } from 'react';
import styles from './choice-part.module.css';

interface ChoicePartProps {
  readonly title: string;
  readonly children: ReactNode;
}

/** Something a buyer may choose within a card of settings, with what it takes. */
export function ChoicePart({ title, children }: ChoicePartProps) {
  const id = useId();
  return (
    <section className={styles.choice} aria-labelledby={id}>
      <h3 id={id} className={styles.title}>
        {title}
      </h3>
      {children}
    </section>
  );
}

interface ChoiceNoteProps {
  readonly children: ReactNode;
  readonly isProblem?: boolean;
  /** Read out when it changes. */
  readonly isStatus?: boolean;
}

/** How far it is, or what stands in the way. */
export function ChoiceNote({ children, isProblem = false, isStatus = false }: ChoiceNoteProps) {
  return (
    <p className={isProblem ? styles.problem : styles.note} {...(isStatus && { role: 'status' })}>
      {children}
    </p>
  );
}

/** What can be pressed. */
export function ChoiceActions({ children }: { readonly children: ReactNode }) {
  return <div className={styles.actions}>{children}</div>;
}
