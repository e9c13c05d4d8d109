import type { AccountRows } from './rows.ts';

export type TableName = keyof AccountRows;
export type Row = AccountRows[TableName][number];

/** The tables the rules work on, each with its key. */
export const rowKeys = {
  cartLines: 'productId',
  wishlistMarks: 'productId',
  outbox: 'opId',
  refused: 'opId',
  done: 'opId',
  requests: 'opId',
  pictures: 'id',
  serverSets: 'name',
  counts: 'licenceId',
  stallNotes: 'id',
  mergedOps: 'opId',
} as const satisfies Record<TableName, string>;

export const tableNames = Object.keys(rowKeys) as TableName[];

export function keyOf(table: TableName, row: Row): string {
  return String(row[rowKeys[table] as keyof Row]);
}

export function byKey(table: TableName, rows: readonly Row[]): ReadonlyMap<string, Row> {
  return new Map(rows.map((row) => [keyOf(table, row), row]));
}

/** Builds rows table by table. */
export function makeRows(make: (table: TableName) => readonly Row[]): AccountRows {
  return Object.fromEntries(
    tableNames.map((table) => [table, make(table)]),
  ) as unknown as AccountRows;
}
