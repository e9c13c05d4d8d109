import { beforeEach, describe, expect, it, vi } from 'vitest';
import { createApp } from '#server/app.ts';
import { type Database, DatabaseUnavailable } from '#server/platform/database/open.ts';
import { withOnePatience } from '#server/platform/database/patience.ts';
import { readSigningKey } from '#server/platform/database/signing-key.ts';
import { countUp } from '#tests/support/fresh-postgres.ts';
import { makeServices } from '#tests/support/make-services.ts';
import { stuckCommits } from '#tests/support/stuck-commits.ts';

const { open, awaitStandby, ask, sessions, passUntil } = stuckCommits();
let database: Database;

beforeEach(async () => {
  database = await open();
  await awaitStandby('gone');
});

const commits = "wait_event = 'SyncRep' AND query LIKE '%COMMIT'";
const questions = "wait_event = 'SyncRep' AND query LIKE '%ON CONFLICT%'";

async function storedCount(): Promise<string | undefined> {
  const [row] = await ask("SELECT value FROM settings WHERE key = 'count'");
  return row?.value;
}

describe('a commit that waits for a standby', () => {
  it('is given up after ten seconds, and leaves no session behind', async () => {
    const written = database.write((tx) => countUp(tx)).catch((error: Error) => error);
    await expect.poll(() => sessions(commits)).toBe(1);
    await vi.advanceTimersByTimeAsync(5000);
    await expect.poll(() => sessions(questions)).toBe(1);
    await vi.advanceTimersByTimeAsync(5000);

    expect(await written).toBeInstanceOf(DatabaseUnavailable);
    await expect.poll(() => sessions("wait_event = 'SyncRep'")).toBe(0);
  });

  it('of a late request has five seconds like any other', async () => {
    const written = withOnePatience(async () => {
      await vi.advanceTimersByTimeAsync(15_000);
      return database.write((tx) => countUp(tx));
    });
    await expect.poll(() => sessions(commits)).toBe(1);
    await vi.advanceTimersByTimeAsync(4900);
    expect([await sessions(commits), await sessions(questions)]).toEqual([1, 0]);
    await awaitStandby('');
    expect(await written).toBe(1);
  });

  it('that is cancelled counts only once the standby has it', async () => {
    let runs = 0;
    const written = database.write(async (tx) => {
      runs += 1;
      return countUp(tx);
    });
    await expect.poll(() => sessions(commits)).toBe(1);
    await ask(`SELECT pg_cancel_backend(pid) FROM pg_stat_activity WHERE ${commits}`);
    await expect.poll(() => sessions(questions)).toBe(1);
    const early = await Promise.race([written, 'not yet']);
    await awaitStandby('');

    expect([early, await written, runs, await storedCount()]).toEqual(['not yet', 1, 1, '1']);
  });

  it('that is cancelled is no success although the server is told to keep warnings quiet', async () => {
    await ask("ALTER ROLE postgres SET client_min_messages = 'error'");
    const quiet = await open();
    const written = quiet.write((tx) => countUp(tx)).catch((error: Error) => error);
    await expect.poll(() => sessions(commits)).toBe(1);
    await ask(`SELECT pg_cancel_backend(pid) FROM pg_stat_activity WHERE ${commits}`);
    await expect.poll(() => sessions(questions)).toBe(1);
    await ask('ALTER ROLE postgres RESET client_min_messages');
    await awaitStandby('');
    expect(await written).toBe(1);
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
    expect(failures.filter((failure) => failure instanceof DatabaseUnavailable)).toHaveLength(21);
    // The first, and the one of the others that tried.
    const rows = await ask('SELECT key FROM settings ORDER BY key');
    expect(rows.map(({ key }) => key)).toEqual(['count', 'other 0']);
  });

  it('is waited for by one that finds it done already', async () => {
    const written = database.write((tx) => countUp(tx)).catch((error: Error) => error);
    await expect.poll(() => sessions(commits)).toBe(1);
    await ask(`SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE ${commits}`);
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
    const again = await open();
    expect(await readSigningKey(again, new Date())).toEqual(key);
  });

  it('leaves a request little time for what it writes next', async () => {
    const took = await withOnePatience(async () => {
      const startedAt = performance.now();
      for (const key of ['one', 'other']) {
        const written = database.write((tx) => countUp(tx, key)).catch((error: Error) => error);
        expect(await passUntil(written)).toBeInstanceOf(DatabaseUnavailable);
      }
      return performance.now() - startedAt;
    });
    // Ten seconds, and at least one each for a statement, a commit and the question about it; not twice ten.
    expect(took).toBeLessThan(14_000);
  });
});

it('a statement that was cancelled runs again', async () => {
  await awaitStandby('');
  await ask('BEGIN; LOCK TABLE settings');
  const written = database.write((tx) => countUp(tx));
  const isBlocked = "wait_event_type = 'Lock'";
  await expect.poll(() => sessions(isBlocked)).toBe(1);
  await ask(`SELECT pg_cancel_backend(pid) FROM pg_stat_activity WHERE ${isBlocked}`);
  await ask('COMMIT');
  expect(await written).toBe(1);
});
