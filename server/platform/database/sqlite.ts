import { mkdirSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { DatabaseSync, type SQLInputValue, type StatementSync } from 'node:sqlite';
import { setTimeout as pause, setImmediate } from 'node:timers/promises';
import { Kysely, type SqliteDatabase, SqliteDialect } from 'kysely';
import type { Migration } from 'kysely/migration';
import { syncPath } from '../files/sync-path.ts';
import {
  assertNotLost,
  DatabaseProblem,
  isBusy,
  openProblem,
  quickCheck,
} from './check-database.ts';
import { copyDatabase } from './copy-database.ts';
import { migrate } from './migrate.ts';
import { migrations } from './migrations/migrations.ts';
import type { Database, Reader, Transaction } from './open.ts';
import { currentPatience, leastMs, type Patience } from './patience.ts';
import { sendDirectly } from './statement.ts';
import type { Tables } from './tables.ts';

/** Older SQLite can corrupt a WAL database when two connections checkpoint at once. */
const oldestVersion = [3, 51, 3] as const;

/** The most writes that wait for the same fsync, which limits how long the first of them waits. */
const batchSize = 64;

/** The longest pause before another try while another process writes, in milliseconds. Each is a random part of it. */
const longestPause = 20;

/** The database's file name in the data folder and in backups. */
export const databaseFile = 'pinwheel.sqlite';

interface Job {
  readonly patience: Patience;
  /** When it was asked for, by `performance.now()`. */
  readonly since: number;
  readonly work: (tx: Transaction) => Promise<unknown>;
  readonly resolve: (value: unknown) => void;
  readonly reject: (error: unknown) => void;
}

/**
 * Opens (or creates) the SQLite database in `directory`, and applies pending migrations after a backup. Uses
 * one connection for writing and one for reading.
 * @throws DatabaseProblem if the database is damaged or was lost
 */
export async function openSqlite(
  directory: string,
  known: Readonly<Record<string, Migration>> = migrations,
): Promise<Database> {
  mkdirSync(directory, { recursive: true });
  assertNotLost(directory, databaseFile);
  return open(directory, known, false);
}

/**
 * Opens (or creates) the SQLite database in `directory` for this process alone; until it is closed, no shop can
 * start on it.
 * @throws DatabaseProblem also if another process has it open
 */
export async function openSqliteAlone(directory: string): Promise<Database> {
  mkdirSync(directory, { recursive: true });
  return open(directory, migrations, true);
}

async function open(
  directory: string,
  known: Readonly<Record<string, Migration>>,
  isAlone: boolean,
): Promise<Database> {
  const path = join(directory, databaseFile);
  const writer = new DatabaseSync(path, { timeout: 10_000 });
  const tx = kyselyOver(writer);
  try {
    checkVersion(writer);
    if (isAlone) lock(writer, path);
    writer.exec('PRAGMA journal_mode = WAL');
    writer.exec('PRAGMA synchronous = FULL');
    writer.exec('PRAGMA foreign_keys = ON');
    quickCheck(writer, directory, databaseFile);
    await migrate(tx, writer, directory, known);
  } catch (error) {
    writer.close();
    throw openProblem(error, directory, databaseFile);
  }
  // SQLite would wait in the one thread, in which everything else would wait, too.
  writer.exec('PRAGMA busy_timeout = 0');

  const reader = isAlone ? writer : new DatabaseSync(path, { timeout: 10_000, readOnly: true });
  const read = isAlone ? tx : kyselyOver(reader);
  const queue: Job[] = [];
  let running: Promise<void> | null = null;

  /**
   * Group commit: writes that arrive in one turn of the event loop share a transaction, each in its own
   * savepoint, so that one fsync serves many and a failed write undoes only itself.
   */
  async function runBatch(batch: readonly Job[]): Promise<void> {
    const settle: (() => void)[] = [];
    try {
      for (const job of batch) {
        writer.exec('SAVEPOINT job');
        try {
          const value = await job.work(tx);
          writer.exec('RELEASE job');
          settle.push(() => job.resolve(value));
        } catch (error) {
          // A full disk or an I/O error ends the whole transaction, so none of its jobs took effect.
          if (!writer.isTransaction) throw error;
          writer.exec('ROLLBACK TO job');
          writer.exec('RELEASE job');
          settle.push(() => job.reject(error));
        }
      }
      writer.exec('COMMIT');
    } catch (error) {
      if (writer.isOpen && writer.isTransaction) writer.exec('ROLLBACK');
      for (const job of batch) job.reject(error);
      return;
    }
    for (const done of settle) done();
  }

  /** Begins a transaction; false if another process writes. Whoever has waited for that for too long fails. */
  function begin(): boolean {
    try {
      writer.exec('BEGIN IMMEDIATE');
      return true;
    } catch (error) {
      const isOver = ({ patience, since }: Job) =>
        !isBusy(error) || (patience.leftMs() <= 0 && performance.now() - since >= 2 * leastMs);
      const late = queue.filter(isOver);
      queue.splice(0, queue.length, ...queue.filter((job) => !late.includes(job)));
      for (const { reject } of late) reject(error);
      return false;
    }
  }

  async function drain(): Promise<void> {
    while (queue.length > 0) {
      // Lets requests of other connections in this turn of the event loop enqueue their writes first.
      await setImmediate();
      if (begin()) await runBatch(queue.splice(0, batchSize));
      else await pause(Math.random() * longestPause);
    }
    running = null;
  }

  return {
    read,
    write<T>(work: (transaction: Transaction) => Promise<T>): Promise<T> {
      return new Promise<T>((resolve, reject) => {
        const patience = currentPatience();
        queue.push({
          work,
          patience,
          since: performance.now(),
          resolve: (value) => resolve(value as T),
          reject,
        });
        running ??= drain();
      });
    },
    onCatalogueChange: () => ({ stop: async () => {} }),
    async copyTo(copy) {
      const source = new DatabaseSync(path, { timeout: 10_000, readOnly: true });
      try {
        await copyDatabase(source, copy);
      } finally {
        source.close();
      }
    },
    async close() {
      await running;
      await read.destroy();
      // Kysely doesn't close what it wasn't asked to query.
      if (reader.isOpen) reader.close();
      // Last, because it alone can write the log's changes into the file, which is then whole by itself.
      await tx.destroy();
      if (writer.isOpen) writer.close();
    },
  };
}

/** Keeps every other connection out, those of other processes too, until this one is closed. */
function lock(database: DatabaseSync, path: string): void {
  database.exec('PRAGMA busy_timeout = 1000; PRAGMA locking_mode = EXCLUSIVE');
  try {
    database.exec('PRAGMA journal_mode = WAL; BEGIN EXCLUSIVE; COMMIT');
  } catch (error) {
    if (!isBusy(error)) throw error;
    throw new DatabaseProblem(`A shop is running on ${path}. Stop it first.`);
  }
}

/** Creates a database file with all tables, and has `fill` fill it in one transaction; it is on the disk afterwards. */
export async function createSqliteCopy(
  path: string,
  fill: (tx: Transaction) => Promise<unknown>,
): Promise<void> {
  const database = new DatabaseSync(path);
  try {
    const tx = kyselyOver(database);
    await migrate(tx, database, dirname(path), migrations);
    database.exec('BEGIN');
    await fill(tx);
    database.exec('COMMIT');
  } finally {
    database.close();
  }
  await syncPath(path);
}

function checkVersion(database: DatabaseSync): void {
  const row = database.prepare('SELECT sqlite_version() AS version').get();
  const found = String(row?.version).split('.').map(Number);
  for (const [place, wanted] of oldestVersion.entries()) {
    const part = found[place] ?? 0;
    if (part > wanted) return;
    if (part < wanted) {
      throw new DatabaseProblem(
        `SQLite ${found.join('.')} is too old: ${oldestVersion.join('.')} or later is needed.`,
      );
    }
  }
}

/** Kysely's own SQLite dialect over node:sqlite. Statements are prepared once per text. */
function kyselyOver(database: DatabaseSync): Reader {
  const statements = new Map<string, StatementSync>();
  const prepare = (text: string) => {
    let statement = statements.get(text);
    if (!statement) {
      statement = database.prepare(text);
      // Statements differ by their number of list items; clearing limits the memory.
      if (statements.size > 500) statements.clear();
      statements.set(text, statement);
    }
    return statement;
  };
  const shim: SqliteDatabase = {
    prepare(text) {
      const prepared = prepare(text);
      return {
        reader: prepared.columns().length > 0,
        all: (parameters) => prepared.all(...(parameters as SQLInputValue[])),
        run: (parameters) => prepared.run(...(parameters as SQLInputValue[])),
        iterate: (parameters) => prepared.iterate(...(parameters as SQLInputValue[])),
      };
    },
    close: () => database.close(),
  };
  const builder = new Kysely<Tables>({ dialect: new SqliteDialect({ database: shim }) });
  return sendDirectly(builder, async (text, values) =>
    prepare(text).all(...(values as SQLInputValue[])),
  );
}
