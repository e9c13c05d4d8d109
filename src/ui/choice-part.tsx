import { type ReactNode, useId } from 'react';
import styles from './choice-part.module.css';

export interface ChoicePartProps {
  readonly title: string;
  /** One more than that of the card. */
  readonly level: 2 | 3;
  readonly children: ReactNode;
}

/** One setting within a card of settings, with its notes and actions. */
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
  /** Announced by screen readers when it changes. */
  readonly isStatus?: boolean;
}

/** The progress of a setting, or what is wrong. */
export function ChoiceNote({ children, isProblem = false, isStatus = false }: ChoiceNoteProps) {
  return (
    <p className={isProblem ? styles.problem : styles.note} {...(isStatus && { role: 'status' })}>
      {children}
    </p>
  );
}

/** The buttons of a setting. */
export function ChoiceActions({ children }: { readonly children: ReactNode }) {
  return <div className={styles.actions}>{children}</div>;
}
