import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import type { Database } from '#server/platform/database/open.ts';
import { openSqlite } from '#server/platform/database/sqlite.ts';

let directory = '';
let database: Database;

beforeEach(async () => {
  directory = mkdtempSync(join(tmpdir(), 'pinwheel-commit-'));
  database = await openSqlite(directory);
});

afterEach(async () => {
  await database.close();
  rmSync(directory, { recursive: true });
});

/** Starts the writes in one turn of the event loop, each in its own callback, as sockets do. */
async function writeInOneTurn(keys: readonly string[], fails = ''): Promise<readonly string[]> {
  const seen: string[] = [];
  const writes = keys.map(async (key) => {
    await new Promise<void>((resolve) => setImmediate(resolve));
    try {
      await database.write(async (tx) => {
        seen.push(`${key} written`);
        await tx
          .insertInto('settings')
          .values({ key, value: '1', updatedAt: '2026-01-01T00:00:00.000Z' })
          .execute();
        if (key === fails) throw new Error('refused');
      });
      seen.push(`${key} durable`);
    } catch {
      seen.push(`${key} refused`);
    }
  });
  await Promise.all(writes);
  return seen;
}

async function keysKept(): Promise<readonly string[]> {
  const rows = await database.read
    .selectFrom('settings')
    .select('key')
    .where('key', 'in', ['a', 'b', 'c'])
    .orderBy('key')
    .execute();
  return rows.map(({ key }) => key);
}

test('writes from several connections in one turn are committed together', async () => {
  expect(await writeInOneTurn(['a', 'b', 'c'])).toEqual([
    'a written',
    'b written',
    'c written',
    'a durable',
    'b durable',
    'c durable',
  ]);
  expect(await keysKept()).toEqual(['a', 'b', 'c']);
});

test('a refused write only undoes itself', async () => {
  const seen = await writeInOneTurn(['a', 'b', 'c'], 'b');
  expect(seen.slice(3).sort()).toEqual(['a durable', 'b refused', 'c durable']);
  expect(await keysKept()).toEqual(['a', 'c']);
});

test('a write after the database was closed is refused, and nothing else fails', async () => {
  const directory = mkdtempSync(join(tmpdir(), 'pinwheel-commit-'));
  const closed = await openSqlite(directory);
  await closed.close();
  await expect(closed.write(async () => {})).rejects.toThrow('database is not open');
  rmSync(directory, { recursive: true });
});
