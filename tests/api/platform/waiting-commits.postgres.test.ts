import pg from 'pg';
import { afterEach, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest';
import { createApp } from '#server/app.ts';
import { type Database, DatabaseAway } from '#server/platform/database/open.ts';
import { withOnePatience } from '#server/platform/database/patience.ts';
import { openPostgres } from '#server/platform/database/postgres.ts';
import { readSigningKey } from '#server/platform/database/signing-key.ts';
import { countUp } from '#tests/support/fresh-postgres.ts';
import { makeServices } from '#tests/support/make-services.ts';
import { type PostgresServer, runPostgres } from '#tests/support/start-postgres.ts';

let server: PostgresServer;
let admin: pg.Client;
let database: Database;

beforeAll(async () => {
  server = await runPostgres([]);
  admin = new pg.Client(`${server.url}postgres`);
  await admin.connect();
  // It commits nothing that a standby would have to get.
  await admin.query('SET synchronous_commit = local');
  return async () => {
    await admin.end();
    await server.end();
  };
}, 60_000);

beforeEach(async () => {
  database = await openPostgres(`${server.url}postgres`);
  await database.write((tx) => tx.deleteFrom('settings').execute());
  await awaitStandby('gone');
  vi.useFakeTimers({
    toFake: ['setTimeout', 'clearTimeout', 'setInterval', 'clearInterval', 'performance'],
  });
});

afterEach(async () => {
  vi.useRealTimers();
  await awaitStandby('');
  await database.close();
});

/** Has commits wait for a standby of that name; for none if it is empty. */
async function awaitStandby(name: string): Promise<void> {
  await admin.query(`ALTER SYSTEM SET synchronous_standby_names = '${name}'`);
  await admin.query('SELECT pg_reload_conf()');
  const shown = async () => {
    const client = new pg.Client(`${server.url}postgres`);
    await client.connect();
    const { rows } = await client.query('SHOW synchronous_standby_names');
    await client.end();
    return rows[0].synchronous_standby_names;
  };
  await expect.poll(shown).toBe(name);
}

const commits = "wait_event = 'SyncRep' AND query LIKE '%COMMIT'";
const questions = "wait_event = 'SyncRep' AND query LIKE '%ON CONFLICT%'";

/** How many of the shop's sessions are like that. */
async function sessions(where: string): Promise<number> {
  const { rows } = await admin.query(
    `SELECT count(*)::integer AS count FROM pg_stat_activity WHERE application_name = 'pinwheel' AND ${where}`,
  );
  return rows[0].count;
}

async function storedCount(): Promise<string | undefined> {
  const { rows } = await admin.query("SELECT value FROM settings WHERE key = 'count'");
  return rows[0]?.value;
}

describe('a commit that waits for a standby', () => {
  it('is given up after ten seconds, and leaves no session behind', async () => {
    const written = database.write((tx) => countUp(tx)).catch((error: Error) => error);
    await expect.poll(() => sessions(commits)).toBe(1);
    await vi.advanceTimersByTimeAsync(5000);
    await expect.poll(() => sessions(questions)).toBe(1);
    await vi.advanceTimersByTimeAsync(5000);

    expect(await written).toBeInstanceOf(DatabaseAway);
    await expect.poll(() => sessions("wait_event = 'SyncRep'")).toBe(0);
  });

  it('that is cancelled counts only once the standby has it', async () => {
    let runs = 0;
    const written = database.write(async (tx) => {
      runs += 1;
      return countUp(tx);
    });
    await expect.poll(() => sessions(commits)).toBe(1);
    await admin.query(`SELECT pg_cancel_backend(pid) FROM pg_stat_activity WHERE ${commits}`);
    await expect.poll(() => sessions(questions)).toBe(1);
    const early = await Promise.race([written, 'not yet']);
    await awaitStandby('');

    expect([early, await written, runs, await storedCount()]).toEqual(['not yet', 1, 1, '1']);
  });

  it('that is cancelled is no success although the server is told to keep warnings quiet', async () => {
    await admin.query("ALTER ROLE postgres SET client_min_messages = 'error'");
    const quiet = await openPostgres(`${server.url}postgres`);
    const written = quiet.write((tx) => countUp(tx)).catch((error: Error) => error);
    await expect.poll(() => sessions(commits)).toBe(1);
    await admin.query(`SELECT pg_cancel_backend(pid) FROM pg_stat_activity WHERE ${commits}`);
    await expect.poll(() => sessions(questions)).toBe(1);
    await admin.query('ALTER ROLE postgres RESET client_min_messages');
    await awaitStandby('');
    expect(await written).toBe(1);
    await quiet.close();
  });

  it('has others wait one after the other, for ten seconds too', async () => {
    const first = database.write((tx) => countUp(tx)).catch((error: Error) => error);
    await expect.poll(() => sessions(commits)).toBe(1);
    await vi.advanceTimersByTimeAsync(5000);
    await expect.poll(() => sessions(questions)).toBe(1);
    const others = Array.from({ length: 20 }, (_, place) =>
      database.write((tx) => countUp(tx, `other ${place}`), `${place}`).catch((error) => error),
    );
    await expect.poll(() => sessions(commits)).toBe(1);
    expect(await sessions("wait_event = 'SyncRep'")).toBe(2);
    const failures = await passUntil(Promise.all([first, ...others]));
    expect(failures.filter((failure) => failure instanceof DatabaseAway)).toHaveLength(21);
    // The first, and the one of the others that tried.
    const { rows } = await admin.query('SELECT key FROM settings ORDER BY key');
    expect(rows.map(({ key }) => key)).toEqual(['count', 'other 0']);
  });

  it('is waited for by one that finds it done already', async () => {
    const written = database.write((tx) => countUp(tx)).catch((error: Error) => error);
    await expect.poll(() => sessions(commits)).toBe(1);
    await admin.query(`SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE ${commits}`);
    await expect.poll(storedCount).toBe('1');
    const repeated = database.write((tx) => tx.selectFrom('settings').select('value').execute());
    await expect.poll(() => sessions("wait_event = 'SyncRep'")).toBe(2);
    await awaitStandby('');
    expect([await written, (await repeated).map(({ value }) => value)]).toEqual([1, ['1']]);
  });

  it('leaves the shop not ready until commits are answered again', async () => {
    const app = createApp(await makeServices({ database }));
    const asked = app.request('/api/ready');
    await expect.poll(() => sessions(commits)).toBe(1);
    await vi.advanceTimersByTimeAsync(2000);
    expect((await asked).status).toBe(503);
    await awaitStandby('');
    await vi.advanceTimersByTimeAsync(3001);
    expect((await app.request('/api/ready')).status).toBe(200);
  });

  it('keeps no shop from starting', async () => {
    await awaitStandby('');
    const key = await readSigningKey(database, new Date());
    await awaitStandby('gone');
    const again = await openPostgres(`${server.url}postgres`);
    expect(await readSigningKey(again, new Date())).toEqual(key);
    await again.close();
  });

  it('leaves a request little time for what it writes next', async () => {
    const took = await withOnePatience(async () => {
      const startedAt = performance.now();
      for (const key of ['one', 'other']) {
        const written = database.write((tx) => countUp(tx, key)).catch((error: Error) => error);
        expect(await passUntil(written)).toBeInstanceOf(DatabaseAway);
      }
      return performance.now() - startedAt;
    });
    // Ten seconds, and at least one each for a statement, a commit and the question about it; not twice ten.
    expect(took).toBeLessThan(14_000);
  });
});

/** Lets time pass until this is over, in steps in which the server can answer: small ones, so that it hardly waits for the server. */
async function passUntil<T>(work: Promise<T>): Promise<T> {
  let isOver = false;
  work.then(() => {
    isOver = true;
  });
  while (!isOver) {
    await vi.advanceTimersByTimeAsync(20);
    await sessions('true');
  }
  return work;
}

it('a statement that was cancelled runs again', async () => {
  await awaitStandby('');
  await admin.query('BEGIN; LOCK TABLE settings');
  const written = database.write((tx) => countUp(tx));
  const isBlocked = "wait_event_type = 'Lock'";
  await expect.poll(() => sessions(isBlocked)).toBe(1);
  await admin.query(`SELECT pg_cancel_backend(pid) FROM pg_stat_activity WHERE ${isBlocked}`);
  await admin.query('COMMIT');
  expect(await written).toBe(1);
});
