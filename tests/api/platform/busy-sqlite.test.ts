import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { setTimeout as pause } from 'node:timers/promises';
import { beforeEach, expect, it, vi } from 'vitest';
import type { Database } from '#server/platform/database/open.ts';
import { withOnePatience } from '#server/platform/database/patience.ts';
import { databaseFile, openSqlite } from '#server/platform/database/sqlite.ts';
import { databaseFailure } from '#server/platform/http/storage-problem.ts';
import { emptyFolder } from '#tests/support/empty-folder.ts';

let database: Database;
/** Another program that has the database open. */
let other: DatabaseSync;
let now = 0;

beforeEach(async () => {
  const folder = await emptyFolder();
  database = await openSqlite(folder);
  other = new DatabaseSync(join(folder, databaseFile));
  now = 50_000;
  vi.spyOn(performance, 'now').mockImplementation(() => now);
  return async () => {
    vi.restoreAllMocks();
    other.close();
    await database.close();
  };
});

function write(key: string): Promise<unknown> {
  return database.write((tx) =>
    tx.insertInto('settings').values({ key, value: '1', updatedAt: '' }).execute(),
  );
}

/** How a request ends that writes. */
function requested(key: string): Promise<unknown> {
  return withOnePatience(() => write(key).then(() => 'written', databaseFailure));
}

it('a request waits for another program’s transaction for ten seconds, and keeps nobody else waiting meanwhile', async () => {
  other.exec('BEGIN IMMEDIATE');
  const early = requested('early');
  now += 9_000;
  const late = requested('late');
  now += 999;
  // Both try in the meantime; neither holds the one thread.
  await pause(60);
  expect(await Promise.race([early, late, 'both wait'])).toBe('both wait');
  now += 2;
  expect(await early).toBe('busy');
  other.exec('COMMIT');
  expect(await late).toBe('written');
});

it('a request that was late already waits for another program, too, but not for long', async () => {
  const late = (key: string) =>
    withOnePatience(async () => {
      now += 12_000;
      return write(key).then(() => 'written', databaseFailure);
    });
  other.exec('BEGIN IMMEDIATE');
  const first = late('first');
  now += 1_999;
  await pause(60);
  expect(await Promise.race([first, 'waits'])).toBe('waits');
  other.exec('COMMIT');
  expect(await first).toBe('written');
  other.exec('BEGIN IMMEDIATE');
  const second = late('second');
  now += 2_000;
  expect(await second).toBe('busy');
});
