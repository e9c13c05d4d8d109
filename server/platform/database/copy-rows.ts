import { sql } from 'kysely';
import { isPostgres } from './column-types.ts';
import { allTables } from './migrations/migrations.ts';
import type { Reader, Transaction } from './open.ts';
import { keyOf } from './table.ts';

/** Rows per statement: SQLite takes at most 32,766 values. */
const rowsAtOnce = 500;

/** What the database derives, or says of itself alone. The search's texts and indexes are derived, too. */
const uncopied = ['buyerCounts', 'commits', 'unfinishedMoves'] as const;

export type CopiedTable = Exclude<keyof typeof allTables, (typeof uncopied)[number]>;

/** The tables whose rows are copied, each after those that it refers to. */
export const copiedTables = Object.keys(allTables).filter(
  (name): name is CopiedTable => !uncopied.some((other) => other === name),
);

/** In which other order than that of its key a table's rows are copied. */
const orders: Partial<Record<CopiedTable, readonly string[]>> = {
  // The search numbers its texts by when they are stored, newest last.
  accounts: ['createdAt', 'id'],
  orders: ['createdAt', 'id'],
};

export type Row = Readonly<Record<string, unknown>>;

/**
 * Copies every row into an empty database of the same version, whichever the engines. Both are transactions:
 * `from` sees one state throughout.
 */
export async function copyRows(from: Reader, to: Transaction): Promise<void> {
  for (const table of copiedTables) {
    for await (const rows of rowsInOrder(from, table)) await insertRows(to, table, rows);
  }
  await continueCounters(to);
}

/** A table's rows by its key, some at a time; only those after `last`, if there is one. Both engines have the same order. */
export async function* rowsInOrder(
  from: Reader,
  table: CopiedTable,
  last: Row | null = null,
): AsyncGenerator<readonly Row[]> {
  const columns = keysOf(table);
  const order = sql.join(columns.map((column) => sql.ref(column)));
  for (let previous = last; ; ) {
    const after = previous
      ? sql`WHERE (${order}) > (${sql.join(columns.map((column) => previous?.[column]))})`
      : sql``;
    const { rows } = await sql<Row>`
      SELECT * FROM ${sql.table(table)} ${after} ORDER BY ${order} LIMIT ${sql.lit(rowsAtOnce)}
    `.execute(from);
    if (rows.length > 0) yield rows;
    if (rows.length < rowsAtOnce) return;
    previous = rows.at(-1) ?? null;
  }
}

/** The last row in the order of `rowsInOrder`; null if there is none. */
export async function lastRow(from: Reader, table: CopiedTable): Promise<Row | null> {
  const order = sql.join(keysOf(table).map((column) => sql`${sql.ref(column)} DESC`));
  const { rows } = await sql<Row>`
    SELECT * FROM ${sql.table(table)} ORDER BY ${order} LIMIT 1
  `.execute(from);
  return rows[0] ?? null;
}

export async function insertRows(
  to: Transaction,
  table: CopiedTable,
  rows: readonly Row[],
): Promise<void> {
  await to
    .insertInto(table as 'settings')
    .values(rows as never)
    .execute();
}

/** Makes the counters of PostgreSQL go on after the copied rows; SQLite's do by themselves. */
export async function continueCounters(to: Transaction): Promise<void> {
  if (!isPostgres(to)) return;
  for (const table of copiedTables) {
    const { columns } = allTables[table];
    const column = Object.keys(columns).find((name) => columns[name]?.facts.kind === 'counter');
    if (column === undefined) continue;
    await sql`SELECT setval(pg_get_serial_sequence(${`"${table}"`}, ${column}), max(${sql.ref(column)}))
      FROM ${sql.table(table)}`.execute(to);
  }
}

/** Whether a shop has ever stored anything in the database. */
export async function hasRows(reader: Reader): Promise<boolean> {
  for (const table of copiedTables) {
    if (await lastRow(reader, table)) return true;
  }
  return false;
}

/** The columns that `rowsInOrder` sorts by. */
export function keysOf(table: CopiedTable): readonly string[] {
  return orders[table] ?? keyOf(allTables[table].columns);
}
