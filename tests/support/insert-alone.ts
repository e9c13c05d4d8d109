import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { type Kysely, sql, type TableMetadata } from 'kysely';
import { isPostgres } from '#server/platform/database/column-types.ts';
import { databaseFile } from '#server/platform/database/sqlite.ts';
import type { TestServices } from './make-services.ts';

/** The tables of the database with their columns. */
export async function tablesOf({ database }: TestServices): Promise<TableMetadata[]> {
  const tables = await database.read.introspection.getTables();
  return tables.filter(({ isView }) => !isView);
}

/**
 * Inserts a row with `value` in one column, such as `orders.state`, and any value where one is required, whether
 * or not the rows exist that it refers to.
 */
export async function insertAlone(
  services: TestServices,
  place: string,
  value: string,
): Promise<void> {
  const { database, env, clock } = services;
  const [table = '', column = ''] = place.split('.');
  const columns = (await tablesOf(services)).find(({ name }) => name === table)?.columns ?? [];
  const row: Record<string, string | number> = { [column]: value };
  for (const { name, dataType, isNullable, hasDefaultValue, isAutoIncrementing } of columns) {
    if (name in row || isNullable || hasDefaultValue || isAutoIncrementing) continue;
    if (/int/i.test(dataType)) row[name] = 1;
    else row[name] = name.endsWith('At') ? clock().toISOString() : 'any';
  }
  if (isPostgres(database.read)) await insertInPostgres(services, table, row);
  else insertInSqlite(join(env.dataDir, databaseFile), table, row);
}

async function insertInPostgres(
  { database }: TestServices,
  table: string,
  row: Readonly<Record<string, string | number>>,
): Promise<void> {
  await database.write(async (tx) => {
    await sql`set local session_replication_role = replica`.execute(tx);
    const { rows } = await sql<{ name: string }>`
      select conname as name from pg_constraint
      where contype = 'c' and conrelid = ${`"${table}"`}::regclass`.execute(tx);
    for (const { name } of rows) {
      await sql`alter table ${sql.table(table)} drop constraint ${sql.ref(name)}`.execute(tx);
    }
    const any = tx as unknown as Kysely<Record<string, typeof row>>;
    await any.insertInto(table).values(row).execute();
  });
}

function insertInSqlite(
  file: string,
  table: string,
  row: Readonly<Record<string, string | number>>,
): void {
  const raw = new DatabaseSync(file, { enableForeignKeyConstraints: false });
  raw.exec('PRAGMA ignore_check_constraints = ON');
  const places = Object.keys(row).map(() => '?');
  raw
    .prepare(`INSERT INTO "${table}" (${Object.keys(row)}) VALUES (${places})`)
    .run(...Object.values(row));
  raw.close();
}
