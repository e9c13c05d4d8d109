import { execFile } from 'node:child_process';
import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import { promisify } from 'node:util';
import type { Migration } from 'kysely/migration';
import { beforeEach, expect, test } from 'vitest';
import { migrations } from '#server/platform/database/migrations/migrations.ts';
import type { Database } from '#server/platform/database/open.ts';
import { openPostgres } from '#server/platform/database/postgres.ts';
import { openSqlite } from '#server/platform/database/sqlite.ts';
import { atEndOfFile } from '#tests/support/at-end-of-file.ts';
import { emptyFolder } from '#tests/support/empty-folder.ts';
import { listOf, openOlder } from '#tests/support/list-of-migrations.ts';
import { newPostgres } from '#tests/support/open-new-database.ts';
import { wholeDatabase } from '#tests/support/whole-database.ts';

/** Databases of the version before 1.0.0, whose migrations became the baseline. */

let folder = '';
let address: string | null = null;
const known = Object.keys(migrations);

beforeEach(async () => {
  folder = await emptyFolder();
  address = process.env.TEST_ENGINE === 'postgres' ? await newPostgres('empty') : null;
});

async function open(these?: Readonly<Record<string, Migration>>): Promise<Database> {
  const database = await (address === null
    ? openSqlite(folder, these)
    : openPostgres(address, these));
  atEndOfFile(() => database.close());
  return database;
}

test('a database with the last migration before the baseline goes on as it is', async () => {
  const before = await wholeDatabase({ database: await openOlder(open) });

  const next = await open();

  expect(await listOf(next)).toEqual(known);
  expect(await wholeDatabase({ database: next })).toMatchObject(before);
});

test('the version before goes on beside it', async () => {
  const older = await openOlder(open);
  const next = await open();

  await older.write((tx) => tx.updateTable('settings').set({ value: '"cd"' }).execute());

  expect(await next.read.selectFrom('settings').select('value').execute()).toEqual([
    { value: '"cd"' },
  ]);
});

test('shops that start at once take the baseline once', async () => {
  const older = await openOlder(open);
  const code = `const { openDatabase } = await import('#server/platform/database/open-database.ts');
    const { DATA_DIR: dataDir, DATABASE_URL: databaseUrl = null } = process.env;
    await (await openDatabase({ dataDir, databaseUrl, bucket: null })).close();`;
  const env = {
    ...process.env,
    DATA_DIR: folder,
    ...(address !== null && { DATABASE_URL: address }),
  };
  const start = () =>
    promisify(execFile)(process.execPath, ['--input-type=module', '-e', code], { env });

  await Promise.all([start(), start(), start()]);

  expect(await listOf(older)).toEqual(known);
});

test('an earlier database is refused with what to do, and stays as it is', async () => {
  const older = await openOlder(open, '105-fees-of-payments');

  await expect(open()).rejects.toMatchObject({
    name: 'DatabaseProblem',
    message: expect.stringMatching(
      /early version of the shop \(105-fees-of-payments\).* 1\.0\.0-rc\.1 \(git checkout/,
    ),
  });

  expect(await listOf(older)).toContain('105-fees-of-payments');
  expect(() => readdirSync(join(folder, 'backups'))).toThrow('ENOENT');
});
