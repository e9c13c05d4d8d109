import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Database } from '#server/platform/database/open.ts';
import { databaseFile, openSqlite } from '#server/platform/database/sqlite.ts';

let migrated: Promise<Uint8Array> | undefined;

/**
 * Opens a new database in an empty folder: a copy of one that has run every migration, which takes 40 of the
 * 45 ms of opening one.
 */
export async function openNewDatabase(directory: string): Promise<Database> {
  migrated ??= migrateOnce();
  await writeFile(join(directory, databaseFile), await migrated);
  return openSqlite(directory);
}

async function migrateOnce(): Promise<Uint8Array> {
  const directory = await mkdtemp(join(tmpdir(), 'pinwheel-migrated-'));
  const database = await openSqlite(directory);
  await database.close();
  const bytes = await readFile(join(directory, databaseFile));
  await rm(directory, { recursive: true });
  return bytes;
}
