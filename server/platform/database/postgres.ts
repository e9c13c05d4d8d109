import { setTimeout as pause } from 'node:timers/promises';
import { isDeepStrictEqual } from 'node:util';
import { sql } from 'kysely';
import { DEFAULT_MIGRATION_TABLE, type Migration, Migrator } from 'kysely/migration';
import pg from 'pg';
import { adoptBaseline, hasBaseline, isBeforeBaseline } from './adopt-baseline.ts';
import { anotherVersion, DatabaseProblem, isOfAnotherVersion } from './check-database.ts';
import { checkServer, checkSessions } from './check-postgres.ts';
import { copyRows } from './copy-rows.ts';
import { inThread } from './in-thread.ts';
import { listen, shopName } from './listen.ts';
import { migrations } from './migrations/migrations.ts';
import { type Database, DatabaseUnavailable, type Reader } from './open.ts';
import type { Patience } from './patience.ts';
import { kyselyOver, over, queryOf } from './postgres-builder.ts';
import { codeOf, isLost } from './postgres-failures.ts';
import {
  connect,
  connectionTimeoutMillis,
  createPool,
  readSettings,
  readsKept,
  types,
  writeSettings,
} from './postgres-pool.ts';
import { createWrites } from './postgres-writes.ts';
import { Reach } from './reach.ts';
import { catalogueChannel } from './record-catalogue-change.ts';
import { onlyReads } from './session.ts';
import { createSqliteCopy } from './sqlite.ts';
import { untilReached } from './until-reached.ts';

/**
 * How long a migration waits for a table, in milliseconds. Every request that needs the table waits behind it, and a backup
 * may have it for minutes; a running shop gives a statement 15 s.
 */
const lockedMs = 2_000;
const betweenTriesMs = 3_000;
/** lock_not_available. */
const waitedForLock = '55P03';

/**
 * Opens the PostgreSQL database at `url`, such as `postgres://user:password@host/name`, and applies pending
 * migrations, once even if several shops start together. Writes are serialisable transactions, but for those of an
 * owner, which take turns: a rule that reads before it writes holds as it does with SQLite's one writer.
 * @throws DatabaseProblem if the server can't be reached or can't be used
 */
export async function openPostgres(
  url: string,
  known: Readonly<Record<string, Migration>> = migrations,
): Promise<Database> {
  const reading = createPool(url, readSettings, { keptFor: readsKept });
  const reach = new Reach();
  // What a write asks for at once is sent at once.
  const writing = createPool(url, writeSettings, { pipeline: true });
  // Where a connection was lost, one that was kept may be lost, too.
  const asking = createPool(url, readSettings);
  const close = async () => {
    await Promise.all([reading, writing, asking].map((pool) => pool.end()));
  };
  try {
    await untilReached(() => checkServer(writing));
    await untilReached(() => checkSessions(reading, writing));
    // A migration that didn't end left nothing.
    await untilReached(() => migrateOnceFree(url, known));
  } catch (error) {
    await close();
    throw startProblem(error, url);
  }
  return {
    read: kyselyOver((text, values) =>
      untilReached((patience) =>
        patience.waitFor(readOnce(reading, reach, patience, queryOf(text, values))),
      ),
    ),
    write: createWrites({ reading, writing, asking }),
    onCatalogueChange: (wake) => listen(url, catalogueChannel, wake),
    copyTo: (path) => inThread(new URL('./copy-worker.ts', import.meta.url), { url, path }),
    close,
  };
}

/**
 * Copies the database at `url` as it is now into a SQLite file, the one form of backups. SQLite blocks the thread, at
 * times for half a second, so it isn't the shop's.
 */
export async function copyToSqlite(url: string, path: string): Promise<void> {
  const pool = createPool(url, readSettings);
  const client = await pool.connect();
  try {
    await client.query('BEGIN ISOLATION LEVEL REPEATABLE READ READ ONLY');
    const from = kyselyOver(over(client));
    await createSqliteCopy(path, (to) => copyRows(from, to));
  } finally {
    // Ends the transaction, too.
    client.release(true);
    await pool.end();
  }
}

/**
 * Sends a query over a connection that is kept only if its server takes writes: another, to which a proxy may lead for
 * seconds after a failover, would fall behind.
 */
async function readOnce(
  pool: pg.Pool,
  reach: Reach,
  patience: Patience,
  query: pg.QueryConfig,
): Promise<pg.QueryResult> {
  const client = await connect(pool, reach, patience);
  let isKept = false;
  try {
    const result = await client.query(query);
    isKept = !onlyReads(client);
    reach.reached();
    return result;
  } catch (error) {
    if (isLost(error)) reach.lost();
    throw error;
  } finally {
    client.release(!isKept);
  }
}

/** Applies pending migrations. While a backup reads the tables, tries again and again; requests have their turn in between. */
async function migrateOnceFree(
  url: string,
  known: Readonly<Record<string, Migration>>,
): Promise<void> {
  for (;;) {
    try {
      return await migrate(url, known);
    } catch (error) {
      if (codeOf(error) !== waitedForLock) throw error;
    }
    await pause(betweenTriesMs);
  }
}

/** Applies pending migrations, all or none. Shops that start together wait for the one that applies them. */
async function migrate(
  connectionString: string,
  known: Readonly<Record<string, Migration>>,
): Promise<void> {
  // Takes as long as it takes.
  const client = new pg.Client({
    connectionString,
    application_name: shopName,
    types,
    connectionTimeoutMillis,
  });
  client.on('error', () => {});
  try {
    await client.connect();
    await client.query(`SET lock_timeout = ${lockedMs}`);
    const db = kyselyOver(over(client));
    const applied = await appliedTo(db);
    // Kysely reads every table's columns several times to find that nothing is pending.
    if (isDeepStrictEqual(applied, Object.keys(known).sort())) return;
    if (applied && !hasBaseline(applied, known)) await adoptBaselineOnce(db, known);
    const provider = { getMigrations: async () => ({ ...known }) };
    const { error } = await new Migrator({ db, provider }).migrateToLatest();
    if (error) throw error;
  } finally {
    await client.end();
  }
}

/** Shops that start together take turns, after a migration of the version before that is under way. */
async function adoptBaselineOnce(
  db: Reader,
  known: Readonly<Record<string, Migration>>,
): Promise<void> {
  await db.transaction().execute(async (tx) => {
    await sql`lock table ${sql.table(DEFAULT_MIGRATION_TABLE)} in share row exclusive mode`.execute(
      tx,
    );
    if (isBeforeBaseline((await appliedTo(tx)) ?? [], known)) await adoptBaseline(tx, known);
  });
}

/** The names of the applied migrations, sorted; null: not even their list is there. */
async function appliedTo(db: Reader): Promise<string[] | null> {
  const found = await sql`select 1 from pg_class
    where oid = to_regclass(${DEFAULT_MIGRATION_TABLE})`.execute(db);
  if (found.rows.length === 0) return null;
  const list = sql.table(DEFAULT_MIGRATION_TABLE);
  const { rows } = await sql<{ name: string }>`select name from ${list}`.execute(db);
  return rows.map(({ name }) => name).sort();
}

/** Says in one line, without the password, why the database can't be used. */
export function startProblem(failure: unknown, url: string): unknown {
  const error = failure instanceof DatabaseUnavailable ? failure.cause : failure;
  if (error instanceof DatabaseProblem || !(error instanceof Error)) return error;
  const { host, pathname } = new URL(url);
  if (isOfAnotherVersion(error)) return anotherVersion(`${pathname.slice(1)} at ${host}`);
  const isOfServer = codeOf(error) !== '' || isLost(error);
  if (!isOfServer) return error;
  const why = error.message.replaceAll(/\s+/g, ' ') || codeOf(error);
  return new DatabaseProblem(
    `The database ${pathname.slice(1)} at ${host} (DATABASE_URL) can’t be used: ${why}`,
  );
}
