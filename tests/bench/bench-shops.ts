import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import pg from 'pg';
import { copyRows } from '#server/platform/database/copy-rows.ts';
import { openPostgres } from '#server/platform/database/postgres.ts';
import { openSqlite } from '#server/platform/database/sqlite.ts';
import { argonPasswords } from '#server/platform/sign-in/passwords.ts';
import { addBuyers } from '#tests/support/numbered-buyers.ts';
import { type PostgresServer, runPostgres } from '#tests/support/start-postgres.ts';
import { fillDatabase } from './filled-database.ts';

export type Engine = 'SQLite' | 'PostgreSQL';

/** Buyers that are signed in, and connections that ask at once. */
export const connections = 32;

const directories: string[] = [];
/** Addresses of the databases of those folders whose rows are in PostgreSQL. */
const urls = new Map<string, string>();
let server: PostgresServer | null = null;

export function emptyFolder(): string {
  const directory = mkdtempSync(join(tmpdir(), 'pinwheel-bench-'));
  directories.push(directory);
  return directory;
}

/** A folder with a database of `count` designs. */
export async function filledFolder(count: number): Promise<string> {
  const directory = emptyFolder();
  const database = await openSqlite(directory);
  await fillDatabase(database, count);
  await addBuyers(database, connections, await argonPasswords().hash('cotton and thread'));
  await database.close();
  return directory;
}

/** Copies the rows of a folder into PostgreSQL, where its shop has them from now on. */
export async function moveToPostgres(directory: string): Promise<void> {
  // As a shop has it: what is committed is on the disk.
  server ??= await runPostgres([]);
  const name = `bench_${urls.size}`;
  const url = server.url + name;
  await administer(`${server.url}postgres`, `CREATE DATABASE ${name}`);
  const from = await openSqlite(directory);
  const to = await openPostgres(url);
  await to.write((tx) => copyRows(from.read, tx));
  await Promise.all([from.close(), to.close()]);
  await administer(url, 'VACUUM ANALYZE');
  urls.set(directory, url);
}

async function administer(url: string, statement: string): Promise<void> {
  const client = new pg.Client(url);
  await client.connect();
  await client.query(statement);
  await client.end();
}

/** The settings of a shop over a folder. */
export function shopSettings(directory: string): Readonly<Record<string, string>> {
  const url = urls.get(directory);
  return { DATA_DIR: directory, ...(url !== undefined && { DATABASE_URL: url }) };
}

export async function removeShops(): Promise<void> {
  await server?.end();
  for (const directory of directories) rmSync(directory, { recursive: true, force: true });
}
