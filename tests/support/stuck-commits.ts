import pg from 'pg';
import { afterEach, beforeAll, beforeEach, expect, vi } from 'vitest';
import type { Database } from '#server/platform/database/open.ts';
import { openPostgres } from '#server/platform/database/postgres.ts';
import { type PostgresServer, runPostgres } from './start-postgres.ts';

/** A PostgreSQL server of its own for the file that calls this, whose commits can be stuck; then time passes only where a test lets it. */
export function stuckCommits() {
  let server: PostgresServer;
  let admin: pg.Client;
  let opened: Database[] = [];

  beforeAll(async () => {
    server = await runPostgres([]);
    admin = await connect();
    // It commits nothing that a standby would have to get.
    await admin.query('SET synchronous_commit = local');
    return async () => {
      await admin.end();
      await server.end();
    };
  }, 60_000);

  beforeEach(async () => {
    const database = await openPostgres(`${server.url}postgres`);
    await database.write((tx) => tx.deleteFrom('settings').execute());
    await database.close();
  });

  afterEach(async () => {
    vi.useRealTimers();
    await awaitStandby('');
    for (const database of opened) await database.close();
    opened = [];
  });

  async function connect(): Promise<pg.Client> {
    const client = new pg.Client(`${server.url}postgres`);
    client.on('error', () => {});
    await client.connect();
    return client;
  }

  /** Has commits wait for a standby of that name; for none if it is empty. */
  async function awaitStandby(name: string): Promise<void> {
    await admin.query(`ALTER SYSTEM SET synchronous_standby_names = '${name}'`);
    await admin.query('SELECT pg_reload_conf()');
    const shown = async () => {
      const client = await connect();
      const { rows } = await client.query('SHOW synchronous_standby_names');
      await client.end();
      return rows[0].synchronous_standby_names;
    };
    await expect.poll(shown).toBe(name);
    if (name !== '') passTime();
  }

  /** From now on, time passes only where a test lets it. */
  function passTime(): void {
    if (vi.isFakeTimers()) return;
    vi.useFakeTimers({
      toFake: ['setTimeout', 'clearTimeout', 'setInterval', 'clearInterval', 'performance'],
    });
  }

  async function ask(text: string): Promise<Record<string, string>[]> {
    const { rows } = await admin.query(text);
    return rows;
  }

  /** How many of the shop's sessions are like that. */
  async function sessions(where: string): Promise<number> {
    const rows = await ask(
      `SELECT pid FROM pg_stat_activity WHERE application_name = 'pinwheel' AND ${where}`,
    );
    return rows.length;
  }

  return {
    connect,
    awaitStandby,
    passTime,
    ask,
    sessions,
    /** Opens the database; closes it after the test. */
    async open(): Promise<Database> {
      const database = await openPostgres(`${server.url}postgres`);
      opened.push(database);
      return database;
    },
    /** Lets time pass until this is over, in steps of so many milliseconds in which the server can answer: small ones, so that it hardly waits for the server. */
    async passUntil<T>(work: Promise<T>, step = 20): Promise<T> {
      let isOver = false;
      const end = () => {
        isOver = true;
      };
      work.then(end, end);
      while (!isOver) {
        await vi.advanceTimersByTimeAsync(step);
        await sessions('true');
      }
      return work;
    },
  };
}
