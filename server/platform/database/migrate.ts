import { randomUUID } from 'node:crypto';
import { mkdirSync, readdirSync, renameSync, rmSync, statSync } from 'node:fs';
import { join } from 'node:path';
import type { DatabaseSync } from 'node:sqlite';
import { isDeepStrictEqual } from 'node:util';
import type { Kysely } from 'kysely';
import { DEFAULT_MIGRATION_TABLE, type Migration, Migrator } from 'kysely/migration';
import { assertRoom } from '../files/assert-room.ts';
import { syncPath } from '../files/sync-path.ts';
import { adoptBaseline, isBeforeBaseline } from './adopt-baseline.ts';
import { isFull } from './check-database.ts';
import { copyDatabase } from './copy-database.ts';
import type { Tables } from './tables.ts';

/**
 * Applies pending migrations, all or none, after backing up a database that isn't new. Throws what a
 * migration threw.
 * @throws DatabaseProblem if it is older than the baseline
 */
export async function migrate(
  tx: Kysely<Tables>,
  writer: DatabaseSync,
  directory: string,
  migrations: Readonly<Record<string, Migration>>,
): Promise<void> {
  const applied = appliedTo(writer);
  const names = Object.keys(migrations).sort();
  // Kysely reads every table's columns several times to find that nothing is pending.
  if (isDeepStrictEqual(applied, names)) return;
  // An older one is refused as it is.
  isBeforeBaseline(applied, migrations);
  const next = names.find((name) => !applied.includes(name));
  let copy: string | null = null;
  if (next && applied.length > 0) {
    // For a copy, and a log of all pages. The system starts the shop again and again, and each start would fill the disk
    // that a running shop needs.
    await assertRoom(directory, 2 * statSync(writer.location() ?? directory).size);
    copy = await backUp(writer, join(directory, 'backups'), next);
  }
  const provider = { getMigrations: async () => ({ ...migrations }) };
  const migrator = new Migrator({ db: tx, provider });
  // Kysely thinks SQLite's schema changes can't be rolled back, so it opens no transaction of its own.
  writer.exec('BEGIN IMMEDIATE');
  try {
    // Another process may have done it meanwhile.
    if (isBeforeBaseline(appliedTo(writer), migrations)) await adoptBaseline(tx, migrations);
    const { error } = await migrator.migrateToLatest();
    if (error) throw error;
    writer.exec('COMMIT');
  } catch (error) {
    if (writer.isTransaction) writer.exec('ROLLBACK');
    if (copy !== null && isFull(error)) rmSync(copy);
    throw error;
  }
}

/** The names of the applied migrations, sorted. */
function appliedTo(database: DatabaseSync): string[] {
  const table = database
    .prepare('SELECT name FROM sqlite_schema WHERE name = ?')
    .get(DEFAULT_MIGRATION_TABLE);
  if (!table) return [];
  const rows = database.prepare(`SELECT name FROM ${DEFAULT_MIGRATION_TABLE} ORDER BY name`).all();
  return rows.map(({ name }) => String(name));
}

/** Copies the database as it is now, and returns where. A file under the final name is complete and on the disk. */
async function backUp(writer: DatabaseSync, folder: string, next: string): Promise<string> {
  mkdirSync(folder, { recursive: true });
  for (const name of readdirSync(folder))
    if (isLeft(folder, name)) rmSync(join(folder, name), { force: true });
  // Another process may be making one, too.
  const unfinished = join(folder, `unfinished-${randomUUID()}.sqlite`);
  const at = new Date().toISOString().replace(/\W/g, '');
  const copy = join(folder, `before-${next}-${at}.sqlite`);
  try {
    await copyDatabase(writer, unfinished);
    renameSync(unfinished, copy);
  } catch (error) {
    rmSync(unfinished, { force: true });
    throw error;
  }
  await syncPath(folder);
  return copy;
}

/** Whether it is a copy that a crash interrupted: nobody has written it for five minutes. */
function isLeft(folder: string, name: string): boolean {
  const at = statSync(join(folder, name), { throwIfNoEntry: false })?.mtimeMs ?? Date.now();
  return name.startsWith('unfinished') && at < Date.now() - 300_000;
}
