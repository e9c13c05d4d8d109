import type { ReactNode } from 'react';
import { Table } from '../../ui/table.tsx';
import styles from './bar-table.module.css';

interface BarRow {
  readonly key: string;
  readonly name: ReactNode;
  readonly imageUrl?: string | null;
  /** The length of its bar, in comparison with the other rows; null: no bar. */
  readonly value: number | null;
  /** A cell per column after the first. */
  readonly cells: readonly string[];
}

interface BarTableProps {
  readonly label: string;
  readonly columns: readonly string[];
  readonly rows: readonly BarRow[];
}

/** A table whose rows have bars; the bars repeat what a cell says, so they aren't read out. */
export function BarTable({ label, columns, rows }: BarTableProps) {
  const longest = Math.max(1e-9, ...rows.map(({ value }) => value ?? 0));
  const [first = ''] = columns;
  return (
    <div className={styles.bars}>
      <Table label={label} columns={columns}>
        {rows.map(({ key, name, imageUrl, value, cells }) => (
          <tr key={key}>
            <td data-label={first} data-free>
              <span className={styles.named}>
                {imageUrl && (
                  <img
                    className={styles.picture}
                    src={imageUrl}
                    alt=""
                    width={40}
                    height={40}
                    loading="lazy"
                  />
                )}
                <span className={styles.words}>
                  {name}
                  {value !== null && (
                    <span className={styles.track} aria-hidden="true">
                      <span
                        className={styles.bar}
                        style={{ width: `${(value / longest) * 100}%` }}
                      />
                    </span>
                  )}
                </span>
              </span>
            </td>
            {cells.map((cell, place) => (
              <td key={columns[place + 1]} data-label={columns[place + 1]}>
                {cell}
              </td>
            ))}
          </tr>
        ))}
      </Table>
    </div>
  );
}
