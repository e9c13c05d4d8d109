import type { ReactNode } from 'react';
import styles from './table.module.css';

interface TableProps {
  /** Its name for screen readers. */
  readonly label: string;
  /** A heading per column; an empty one is above buttons and is announced as "Actions". */
  readonly columns: readonly ReactNode[];
  /**
   * Rows of `td`, each with its heading as `data-label`, which a narrow screen shows before the cell.
   * `data-free`: user-written text of any length; `data-whole`: a short text that must not wrap.
   */
  readonly children: ReactNode;
}

/** A list in the studio: a table on a wide screen, cards on a narrow one. */
export function Table({ label, columns, children }: TableProps) {
  return (
    <table className={styles.table} aria-label={label}>
      <thead>
        <tr>
          {columns.map((column, place) => (
            // biome-ignore lint/suspicious/noArrayIndexKey: columns have no other identity, and never move
            <th key={place} scope="col">
              {column === '' ? <span className="visually-hidden">Actions</span> : column}
            </th>
          ))}
        </tr>
      </thead>
      <tbody>{children}</tbody>
    </table>
  );
}
