import type { ReactNode } from 'react';
import styles from './table.module.css';

interface TableProps {
  /** Its name for screen readers. */
  readonly label: string;
  /** A heading each; an empty one stands over buttons and is read out as "Actions". */
  readonly columns: readonly ReactNode[];
  /** Rows of `td`, each with its heading as `data-label`: on a narrow screen it stands before the cell; `data-free` where somebody's words stand, of any length, `data-whole` where a line of a few is not to be broken. */
  readonly children: ReactNode;
}

/** A list of the studio: a table on a wide screen, cards on a narrow one. */
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
