import { createHash } from 'node:crypto';
import { setImmediate } from 'node:timers/promises';
import { counted, grouped } from '#contract/wire/counted.ts';
import {
  type CopiedTable,
  copiedTables,
  type Row,
  rowsInOrder,
} from '../platform/database/copy-rows.ts';
import { countOf } from '../platform/database/count-of.ts';
import type { Reader } from '../platform/database/open.ts';
import type { OnProgress } from './progress.ts';

/** What a comparison of two databases found. */
interface Comparison {
  /** How many rows `from` has. */
  readonly rows: number;
  /** A line for each table that differs. */
  readonly different: readonly string[];
}

/** Compares each table's number of rows and their digest. */
export async function compareRows(
  from: Reader,
  to: Reader,
  onProgress: OnProgress,
): Promise<Comparison> {
  const total = await countAllRows(from);
  const different: string[] = [];
  let done = 0;
  for (const table of copiedTables) {
    const [source, copy] = await Promise.all([digestOf(from, table), digestOf(to, table)]);
    done += source.rows;
    onProgress({ step: 'checking rows', what: table, done: Math.min(done, total), total });
    if (source.rows !== copy.rows) {
      different.push(`${table}: ${counted(source.rows, 'row')} here, ${grouped(copy.rows)} there`);
    } else if (source.sha256 !== copy.sha256) different.push(`${table}: its rows differ`);
  }
  onProgress({ step: 'checking rows', what: '', done: total, total });
  return { rows: done, different };
}

/** How many rows there are in all tables that are copied. */
export async function countAllRows(reader: Reader): Promise<number> {
  let total = 0;
  for (const table of copiedTables) total += await countRows(reader, table);
  return total;
}

export async function countRows(reader: Reader, table: CopiedTable): Promise<number> {
  return countOf(reader.selectFrom(table as 'settings'));
}

async function digestOf(
  reader: Reader,
  table: CopiedTable,
): Promise<{ readonly rows: number; readonly sha256: string }> {
  const hash = createHash('sha256');
  let count = 0;
  for await (const rows of rowsInOrder(reader, table)) {
    for (const row of rows) hash.update(canonical(row));
    count += rows.length;
    // SQLite answers at once, and would keep the other database's answers waiting until the table is read.
    await setImmediate();
  }
  return { rows: count, sha256: hash.digest('hex') };
}

/** The same text for equal rows, whichever order their columns have. */
function canonical(row: Row): string {
  return JSON.stringify(
    Object.keys(row)
      .sort()
      .map((column) => [column, row[column]]),
  );
}
