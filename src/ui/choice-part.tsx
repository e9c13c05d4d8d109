import { type ReactNode, useId } from 'react';
import styles from './choice-part.module.css';

export interface ChoicePartProps {
  readonly title: string;
  /** One more than that of the card. */
  readonly level: 2 | 3;
  readonly children: ReactNode;
}

/** Something a buyer may choose within a card of settings, with what it takes. */
export function ChoicePart({ title, level, children }: ChoicePartProps) {
  const id = useId();
  const Title = `h${level}` as const;
  return (
    <section className={styles.choice} aria-labelledby={id}>
      <Title id={id} className={styles.title}>
        {title}
      </Title>
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
