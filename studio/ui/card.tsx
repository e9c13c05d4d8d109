import { type ReactNode, useId } from 'react';
import styles from './card.module.css';

interface CardProps {
  readonly title: string;
  /** What the section is for. */
  readonly text?: ReactNode;
  readonly children: ReactNode;
}

/** A section of a screen with its own heading. */
export function Card({ title, text, children }: CardProps) {
  const id = useId();
  return (
    <section className={styles.card} aria-labelledby={id}>
      <h2 id={id}>{title}</h2>
      {text && <p className="soft">{text}</p>}
      {children}
    </section>
  );
}
