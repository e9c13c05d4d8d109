import type { DatabaseSync } from 'node:sqlite';

export function countRows(database: DatabaseSync): Record<string, number> {
  const tables = database
    .prepare("SELECT name FROM sqlite_schema WHERE type = 'table' AND name NOT LIKE 'sqlite_%'")
    .all();
  return Object.fromEntries(
    tables.map(({ name }) => {
      const row = database.prepare(`SELECT count(*) AS count FROM "${name}"`).get();
      return [String(name), Number(row?.count)];
    }),
  );
}
