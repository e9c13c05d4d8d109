import type { ReactNode } from 'react';
import styles from './prose.module.css';

/** A sheet of text to read. */
export function Prose({ children }: { readonly children: ReactNode }) {
  return (
    <div className="page">
      <article className={styles.prose}>{children}</article>
    </div>
  );
}
