import { spawnSync } from 'node:child_process';
import {
  cpSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  truncateSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { restoreBackup } from '#server/operations/backups/restore.ts';
import { DatabaseProblem } from '#server/platform/database/check-database.ts';
import { newId } from '#server/platform/database/new-id.ts';
import { databaseFile, openSqlite } from '#server/platform/database/sqlite.ts';
import { damagePage } from '#tests/support/damage-page.ts';
import { sample } from '#tests/support/sample.ts';
import { fillDatabase } from '../../bench/filled-database.ts';

let home: string;
let dataDir: string;
let file: string;

beforeEach(async () => {
  home = mkdtempSync(join(tmpdir(), 'pinwheel-check-'));
  dataDir = join(home, 'data');
  file = join(dataDir, databaseFile);
  const database = await openSqlite(dataDir);
  await fillDatabase(database, 100);
  await database.close();
  mkdirSync(join(dataDir, 'originals/ab'), { recursive: true });
});

afterEach(() => rmSync(home, { recursive: true }));

/** Starts the server and returns how it ended. */
function start(): { status: number | null; stderr: string } {
  return spawnSync(process.execPath, ['server/main.ts', '--api-only'], {
    encoding: 'utf8',
    timeout: 30_000,
    env: { ...process.env, NODE_ENV: 'test', DATA_DIR: dataDir, PORT: '0', LOG_LEVEL: 'silent' },
  });
}

const restoreLine = 'npm run restore -- ELSEWHERE/backups/NAME';

const damages = [
  ['a damaged page', () => damagePage(file, 'products'), /is damaged \(/],
  [
    'a file that is no database',
    () => writeFileSync(file, 'not a database at all'.repeat(500)),
    /is damaged \(file is not a database\)/,
  ],
  ['half of its pages', () => truncateSync(file, 40_960), /is damaged \(/],
  [
    'an emptied file',
    () => truncateSync(file),
    /is empty, but there are files of a shop beside it/,
  ],
  ['a missing file', () => rmSync(file), /is missing, but there are files of a shop beside it/],
] as const;

test.each(sample(damages, 2))(
  '%s stops the start with one line that says what to do',
  (_, damage, words) => {
    damage();
    const { status, stderr } = start();

    expect(stderr).toMatch(words);
    expect(stderr).toContain(restoreLine);
    expect(stderr.trim().split('\n')).toHaveLength(1);
    expect(status).toBe(1);
  },
);

test.each(['restore', 'move'])('no new shop starts where a %s was killed', async (command) => {
  rmSync(dataDir, { recursive: true });
  const folder = join(dataDir, `unfinished-${command}`);
  mkdirSync(folder, { recursive: true });
  writeFileSync(join(folder, 'pinwheel.sqlite'), 'half');

  const { status, stderr } = start();
  expect(stderr).toBe(
    `npm run ${command} was interrupted. Run the same command again. To begin a new shop instead, delete ${folder}.\n`,
  );
  expect(status).toBe(1);
  // The same command isn't refused for what the start made.
  await expect(restoreBackup('nowhere', dataDir)).rejects.toThrow('No backup found');
});

test('a database that was closed is whole in its one file', async () => {
  const database = await openSqlite(dataDir);
  await database.read.selectFrom('products').select('id').execute();
  const row = { key: 'last', value: '1', updatedAt: '' };
  await database.write((tx) => tx.insertInto('settings').values(row).execute());
  await database.close();
  expect(readdirSync(dataDir).filter((name) => name.startsWith(databaseFile))).toEqual([
    databaseFile,
  ]);
});

test('changes nothing in a folder whose database was emptied', () => {
  truncateSync(file);
  writeFileSync(`${file}-wal`, 'what was written last');
  rmSync(join(dataDir, 'originals'), { recursive: true });

  expect(start().stderr).toContain('is empty, but there are files of a shop beside it');
  expect(readFileSync(file, 'utf8')).toBe('');
  expect(readFileSync(`${file}-wal`, 'utf8')).toBe('what was written last');
});

test('a command reports the same', () => {
  damagePage(file, 'products');
  const { status, stderr } = spawnSync(
    process.execPath,
    ['scripts/studio.ts', 'accounts', 'pending'],
    {
      encoding: 'utf8',
      env: { ...process.env, DATA_DIR: dataDir },
    },
  );

  expect(stderr).toMatch(/is damaged \(.*npm run restore/);
  expect(status).toBe(1);
});

test('an empty folder, or one where a first start only created an empty file, is a new shop', async () => {
  for (const folder of ['new', 'begun']) {
    const directory = join(home, folder);
    mkdirSync(directory);
    if (folder === 'begun') writeFileSync(join(directory, databaseFile), '');
    const database = await openSqlite(directory);
    expect(await database.read.selectFrom('products').selectAll().execute()).toEqual([]);
    await database.close();
  }
});

test('a database with a pending log opens unchanged', async () => {
  const open = await openSqlite(dataDir);
  const added = { id: newId(new Date()), name: 'In the log', position: 99, isDemo: 0 } as const;
  await open.write((tx) => tx.insertInto('categories').values(added).execute());
  const copy = join(home, 'copy');
  cpSync(dataDir, copy, { recursive: true });
  await open.close();
  const database = await openSqlite(copy);
  const found = database.read.selectFrom('categories').select('name').where('id', '=', added.id);
  expect(await found.execute()).toEqual([{ name: 'In the log' }]);
  await database.close();
});

test('throws an error that callers can recognise', async () => {
  damagePage(file, 'products');
  await expect(openSqlite(dataDir)).rejects.toBeInstanceOf(DatabaseProblem);
});
