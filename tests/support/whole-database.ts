import { sql } from 'kysely';
import type { AppServices } from '#server/services.ts';

/** Counting attempts doesn't count as a change. */
const notKept = new Set(['rateLimits']);

/** Every row of every table, to compare or search. */
export async function wholeDatabase({
  database: { read },
}: Pick<AppServices, 'database'>): Promise<Readonly<Record<string, readonly object[]>>> {
  const { rows: tables } = await sql<{ name: string }>`
    SELECT name FROM sqlite_master WHERE type = 'table' AND name NOT LIKE 'sqlite_%' ORDER BY name
  `.execute(read);
  const all: Record<string, readonly object[]> = {};
  for (const { name } of tables.filter((table) => !notKept.has(table.name))) {
    const { rows } = await sql<object>`SELECT * FROM ${sql.table(name)}`.execute(read);
    all[name] = rows;
  }
  return all;
}

/** The names of all columns of all tables, each once. */
export async function columnNames({
  database: { read },
}: Pick<AppServices, 'database'>): Promise<readonly string[]> {
  const { rows } = await sql<{ name: string }>`
    SELECT DISTINCT c.name FROM sqlite_master t JOIN pragma_table_info(t.name) c
    WHERE t.type = 'table' ORDER BY c.name
  `.execute(read);
  return rows.map(({ name }) => name);
}
