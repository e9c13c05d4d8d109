import { sql } from 'kysely';
import type { AppServices } from '#server/services.ts';

/** Counting attempts doesn't count as a change, nor does noting a commit. */
const notKept = new Set(['rateLimits', 'commits']);

type Shop = Pick<AppServices, 'database'>;

/** Every row of every table, to compare or search. */
export async function wholeDatabase({
  database: { read },
}: Shop): Promise<Readonly<Record<string, readonly object[]>>> {
  const tables = await read.introspection.getTables();
  const all: Record<string, readonly object[]> = {};
  for (const { name, isView, columns } of tables) {
    if (isView || notKept.has(name)) continue;
    // The first two columns are the key, or have it in them.
    const key = sql.raw(columns.length > 1 ? '1, 2' : '1');
    const { rows } = await sql<object>`
      SELECT * FROM ${sql.table(name)} ORDER BY ${key}
    `.execute(read);
    all[name] = rows;
  }
  return all;
}

/** The names of all columns of all tables, each once. */
export async function columnNames({ database: { read } }: Shop): Promise<readonly string[]> {
  const tables = await read.introspection.getTables();
  const names = tables.flatMap(({ columns }) => columns.map(({ name }) => name));
  return [...new Set(names)].sort();
}
