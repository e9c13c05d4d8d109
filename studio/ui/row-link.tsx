import type { ReactNode } from 'react';
import { Link } from 'react-router';
import styles from './row-link.module.css';

interface RowLinkProps {
  readonly to: string;
  /** What distinguishes rows of the same name. */
  readonly note: ReactNode;
  readonly children: ReactNode;
}

/** Opens what a row of a table is about, by a press anywhere in its cell. */
export function RowLink({ to, note, children }: RowLinkProps) {
  return (
    <span className={styles.words}>
      <Link className={styles.link ?? ''} to={to}>
        {children}
      </Link>
      <small className={styles.note}>{note}</small>
    </span>
  );
}
