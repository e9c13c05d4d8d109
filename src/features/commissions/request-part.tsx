import { type ReactNode, useId } from 'react';
import styles from './request-part.module.css';

interface RequestPartProps {
  readonly title: string;
  readonly children: ReactNode;
}

/** A part of a request's page: a card with a heading. */
export function RequestPart({ title, children }: RequestPartProps) {
  const titleId = useId();
  return (
    <section className="card stack-4" aria-labelledby={titleId}>
      <h2 id={titleId} className={styles.title}>
        {title}
      </h2>
      {children}
    </section>
  );
}
