import {
  existsSync,
  mkdtempSync,
  readdirSync,
  rmSync,
  statfsSync,
  truncateSync,
  utimesSync,
  writeFileSync,
} from 'node:fs';
import { mkdir } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { sql } from 'kysely';
import type { Migration } from 'kysely/migration';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { openSqlite } from '#server/platform/database/sqlite.ts';

let directory = '';

beforeEach(() => {
  directory = mkdtempSync(join(tmpdir(), 'pinwheel-migrate-'));
});

afterEach(() => {
  vi.useRealTimers();
  rmSync(directory, { recursive: true });
});

const adds = (table: string): Migration => ({
  up: (database) => database.schema.createTable(table).addColumn('id', 'text').execute(),
});

/** Creates its table and then fails. */
const breaksOff: Migration = {
  async up(database) {
    await adds('second').up(database);
    throw new Error('broke off');
  },
};

async function open(migrations: Readonly<Record<string, Migration>>): Promise<void> {
  const database = await openSqlite(directory, migrations);
  await database.close();
}

function tablesOf(path: string): unknown[] {
  const database = new DatabaseSync(path, { readOnly: true });
  const names = database
    .prepare("SELECT name FROM sqlite_schema WHERE type = 'table' AND name NOT LIKE 'kysely%'")
    .all()
    .map(({ name }) => name);
  database.close();
  return names;
}

const tables = () => tablesOf(join(directory, 'pinwheel.sqlite'));
const backups = () => readdirSync(join(directory, 'backups')).sort();

function freeBytes(): number {
  const { bavail, bsize } = statfsSync(directory);
  return bavail * bsize;
}

test('a failed migration leaves nothing behind, and the next start runs it again', async () => {
  await open({ '1': adds('first') });
  await expect(open({ '1': adds('first'), '2': adds('other'), '3': breaksOff })).rejects.toThrow(
    'broke off',
  );
  expect(tables()).toEqual(['first']);
  await open({ '1': adds('first'), '2': adds('other'), '3': adds('second') });
  expect(tables()).toEqual(['first', 'other', 'second']);
});

test('a failed first migration leaves a database that is still new', async () => {
  await expect(open({ '1': breaksOff })).rejects.toThrow('broke off');
  expect(tables()).toEqual([]);
});

test('makes a backup before each migration, each with its own name', async () => {
  await open({ '1': adds('first') });
  await expect(open({ '1': adds('first'), '2': breaksOff })).rejects.toThrow('broke off');
  await open({ '1': adds('first'), '2': adds('second') });
  expect(backups()).toHaveLength(2);
  for (const name of backups()) {
    expect(name).toMatch(/^before-2-\d{8}T\d{9}Z\.sqlite$/);
    expect(tablesOf(join(directory, 'backups', name))).toEqual(['first']);
  }
});

test.each([
  ['copy', () => 8e12],
  ['copy and its update', () => 0.75 * freeBytes()],
])(
  'a database for whose %s the disk has no room stays as it is, and is named in a line',
  async (_, bytes) => {
    await open({ '1': adds('first') });
    // Its last pages are empty, and take no room.
    truncateSync(join(directory, 'pinwheel.sqlite'), Math.round(bytes()));

    await expect(open({ '1': adds('first'), '2': adds('second') })).rejects.toThrow(
      /^The disk has no room to open the database \S+ \(\d+ MB\)\. An update needs about twice its size free\./,
    );

    expect(tables()).toEqual(['first']);
    expect(existsSync(join(directory, 'backups'))).toBe(false);
  },
);

test('a migration for which the disk has no room leaves no copy that takes more of it', async () => {
  await open({ '1': adds('first') });
  const fills: Migration = {
    async up(database) {
      await sql`PRAGMA max_page_count = 1`.execute(database);
      for (let count = 0; count < 100; count += 1) await adds(`table${count}`).up(database);
    },
  };

  await expect(open({ '1': adds('first'), '2': fills })).rejects.toThrow(/^The disk has no room/);

  expect(tables()).toEqual(['first']);
  expect(backups()).toEqual([]);
});

test('a copy that a crash interrupted is removed once nobody writes it, and made again', async () => {
  await open({ '1': adds('first') });
  await mkdir(join(directory, 'backups'));
  for (const [name, minutes] of [
    ['unfinished-old.sqlite', 6],
    ['unfinished-new.sqlite', 4],
  ] as const) {
    const path = join(directory, 'backups', name);
    writeFileSync(path, 'half a backup');
    const writtenAt = Date.now() / 1000 - minutes * 60;
    utimesSync(path, writtenAt, writtenAt);
  }

  await open({ '1': adds('first'), '2': adds('second') });

  const [made, ...left] = backups();
  expect(left).toEqual(['unfinished-new.sqlite']);
  expect(tablesOf(join(directory, 'backups', made ?? ''))).toEqual(['first']);
});

test('leaves no copy that could not be completed', async () => {
  await open({ '1': adds('first') });
  vi.useFakeTimers({ now: 0, toFake: ['Date'] });
  // Nothing can get the name that the copy would have.
  const taken = 'before-2-19700101T000000000Z.sqlite';
  await mkdir(join(directory, 'backups', taken), { recursive: true });

  await expect(open({ '1': adds('first'), '2': adds('second') })).rejects.toThrow(taken);

  expect(backups()).toEqual([taken]);
  expect(tables()).toEqual(['first']);
});

test('a database of another version is refused in a line, and stays as it is', async () => {
  await open({ '1': adds('first'), '2': adds('second') });
  await expect(open({ '1': adds('first') })).rejects.toThrow(
    /^The database .*pinwheel\.sqlite was made by another version of the shop/,
  );
  expect(tables()).toEqual(['first', 'second']);
});

test('does not back up a database that is up to date', async () => {
  await open({ '1': adds('first') });
  await open({ '1': adds('first') });
  expect(() => backups()).toThrow('ENOENT');
});
