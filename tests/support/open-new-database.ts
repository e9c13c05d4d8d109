import { randomBytes } from 'node:crypto';
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { basename, join } from 'node:path';
import { sql } from 'kysely';
import pg from 'pg';
import { isPostgres } from '#server/platform/database/column-types.ts';
import type { Database } from '#server/platform/database/open.ts';
import { openPostgres } from '#server/platform/database/postgres.ts';
import { databaseFile, openSqlite } from '#server/platform/database/sqlite.ts';
import { atEndOfFile } from './at-end-of-file.ts';

/** Where the tests' PostgreSQL server is, for tests that run on it; see vite.config.ts. */
const server = process.env.TEST_ENGINE === 'postgres' ? process.env.TEST_POSTGRES : undefined;

let migrated: Promise<Uint8Array> | undefined;
let template: Promise<string> | undefined;

/**
 * Opens the new database of an empty folder, on the engine that the tests run on: a copy of one that has run
 * every migration, which takes 40 of the 45 ms of opening one.
 */
export async function openNewDatabase(directory: string): Promise<Database> {
  if (server !== undefined) {
    template ??= makeTemplate(server);
    const name = nameOf(directory);
    await create(server, name, `TEMPLATE ${await template} STRATEGY FILE_COPY`);
    return everyWriteTwice(await openPostgres(server + name));
  }
  migrated ??= migrateOnce();
  await writeFile(join(directory, databaseFile), await migrated);
  return process.env.TWICE ? everyWriteTwice(await openSqlite(directory)) : openSqlite(directory);
}

/** The address of a new PostgreSQL database: a migrated one, an empty one, or an empty one of that encoding. */
export async function newPostgres(kind: 'migrated' | 'empty' | 'LATIN1'): Promise<string> {
  if (server === undefined) throw new Error('This test needs PostgreSQL: see vite.config.ts.');
  template ??= makeTemplate(server);
  const name = `test_${randomBytes(6).toString('hex')}`;
  const how = {
    migrated: `TEMPLATE ${await template} STRATEGY FILE_COPY`,
    empty: '',
    LATIN1: "TEMPLATE template0 ENCODING 'LATIN1' LC_COLLATE 'C' LC_CTYPE 'C'",
  };
  await create(server, name, how[kind]);
  return server + name;
}

/** Opens the database of that folder once more, as a second process does. */
export function openAgain(directory: string): Promise<Database> {
  return server === undefined ? openSqlite(directory) : openPostgres(server + nameOf(directory));
}

/** The settings with which a process of its own works on the shop of that folder. */
export function shopSettings(directory: string): Readonly<Record<string, string>> {
  const rows = server !== undefined && { DATABASE_URL: server + nameOf(directory) };
  return { DATA_DIR: directory, ...rows };
}

/** The database with a first attempt of each write that is rolled back, as an engine does when writes collide. */
function everyWriteTwice(database: Database): Database {
  return {
    ...database,
    write: (work, owner) =>
      database.write(async (tx) => {
        await sql`SAVEPOINT attempt`.execute(tx);
        await work(tx).catch(() => {});
        await sql`ROLLBACK TO attempt`.execute(tx);
        return work(tx);
      }, owner),
  };
}

/** For sorting rows by when they were stored, where none was deleted. */
export function byRow(read: Database['read']) {
  return isPostgres(read) ? sql`ctid` : sql`rowid`;
}

async function migrateOnce(): Promise<Uint8Array> {
  const directory = await mkdtemp(join(tmpdir(), 'pinwheel-migrated-'));
  const database = await openSqlite(directory);
  await database.close();
  const bytes = await readFile(join(directory, databaseFile));
  await rm(directory, { recursive: true });
  return bytes;
}

async function makeTemplate(address: string): Promise<string> {
  const name = `template${process.pid}`;
  await administer(address, [`CREATE DATABASE ${name}`]);
  const database = await openPostgres(address + name);
  await database.close();
  return name;
}

function nameOf(directory: string): string {
  return basename(directory).toLowerCase().replaceAll(/\W/g, '_');
}

/** The databases of the file that is running now. */
const created: string[] = [];

async function create(address: string, name: string, how: string): Promise<void> {
  await administer(address, [`CREATE DATABASE ${name} ${how}`]);
  // Together, after all else of the file: the connections of one end while another is dropped.
  if (created.push(name) === 1) atEndOfFile(() => dropCreated(address));
}

function dropCreated(address: string): Promise<void> {
  const drops = created.splice(0).map((name) => `DROP DATABASE ${name} WITH (FORCE)`);
  return administer(address, drops);
}

async function administer(address: string, statements: readonly string[]): Promise<void> {
  const client = new pg.Client(`${address}postgres`);
  await client.connect();
  try {
    for (const statement of statements) await client.query(statement);
  } finally {
    await client.end();
  }
}
