import type { Database } from '../platform/database/open.ts';
import type { EntryRange } from './book-entries.ts';
import type { BookSettings } from './books.ts';

export type Cell = string | number | null;

/**
 * Rows per query. Each page is a query of its own: a statement left open for a slow download would make all
 * reads of the shop see the data as of its beginning.
 */
export const pageRows = 500;

/** Which rows of a table are exported. */
export interface Choice extends BookSettings {
  /** Of payments and orders. */
  readonly range: EntryRange;
  /** Of orders. */
  readonly withCancelled: boolean;
}

export interface Table {
  readonly columns: readonly string[];
  /** The rows after those that ended with `after`, in the order of what `last` says of the last one. */
  page(
    read: Database['read'],
    after: string,
    local: LocalTime,
    choice: Choice,
  ): Promise<{ readonly rows: Cell[][]; readonly last: string | null }>;
}

/** An instant in the shop's time zone, as a spreadsheet reads it: `2026-11-22 09:30:00`. */
export type LocalTime = (at: string | null) => string | null;

export function dollars(cents: number): string {
  return (cents / 100).toFixed(2);
}
