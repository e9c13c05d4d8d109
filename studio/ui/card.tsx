import { type ReactNode, useId } from 'react';
import styles from './card.module.css';

interface CardProps {
  readonly title: string;
  /** What belongs here, or why. */
  readonly text?: ReactNode;
  readonly children: ReactNode;
}

/** A part of a screen under a heading of its own. */
export function Card({ title, text, children }: CardProps) {
  const id = useId();
  return (
    <section className={styles.card} aria-labelledby={id}>
      <h2 id={id}>{title}</h2>
      {text && <p className={styles.text}>{text}</p>}
      {children}
    </section>
  );
}
