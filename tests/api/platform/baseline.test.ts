import { execFile } from 'node:child_process';
import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { beforeEach, expect, test } from 'vitest';
import { makeBackupNow } from '#server/operations/backups/backup-run.ts';
import { restoreBackup } from '#server/operations/backups/restore.ts';
import { openSqlite } from '#server/platform/database/sqlite.ts';
import { backupsFolder } from '#server/platform/files/backups-folder.ts';
import { emptyFolder } from '#tests/support/empty-folder.ts';
import { listOf, listUpTo } from '#tests/support/list-of-migrations.ts';
import { makeServices, type TestServices } from '#tests/support/make-services.ts';
import { openAgain, shopSettings } from '#tests/support/open-new-database.ts';
import { signUp } from '#tests/support/sign-up.ts';
import { wholeDatabase } from '#tests/support/whole-database.ts';

/** Databases of the version before 1.0.0, whose migrations became the baseline. */

/** Of a shop that still runs while the others start. */
let services: TestServices;
const baseline = ['200-baseline'];
const early = /early version of the shop \(105-fees-of-payments\).* 1\.0\.0-rc\.1 \(git checkout/;

beforeEach(async () => {
  services = await makeServices();
  await signUp(services);
});

test('a database with the last migration before the baseline goes on as it is', async () => {
  const before = await wholeDatabase(services);
  await listUpTo(services.database);

  const next = await openAgain(services.env.dataDir);

  expect(await listOf(next)).toEqual(baseline);
  expect(await wholeDatabase({ database: next })).toEqual(before);
  await next.close();
});

test('the version before goes on beside it', async () => {
  await listUpTo(services.database);
  const next = await openAgain(services.env.dataDir);

  const { id } = await signUp(services, { email: 'late@elsewhere.example' });

  const accounts = next.read.selectFrom('accounts').select('id').where('id', '=', id);
  expect(await accounts.execute()).toEqual([{ id }]);
  await next.close();
});

test('shops that start at once take the baseline once', async () => {
  await listUpTo(services.database);
  const open = `const { openDatabase } = await import('#server/platform/database/open-database.ts');
    const { DATA_DIR: dataDir, DATABASE_URL: databaseUrl = null } = process.env;
    await (await openDatabase({ dataDir, databaseUrl })).close();`;
  const env = { ...process.env, ...shopSettings(services.env.dataDir) };
  const start = () =>
    promisify(execFile)(process.execPath, ['--input-type=module', '-e', open], { env });

  await Promise.all([start(), start(), start()]);

  expect(await listOf(services.database)).toEqual(baseline);
});

test('an earlier database is refused with what to do, and stays as it is', async () => {
  await listUpTo(services.database, '105-fees-of-payments');

  await expect(openAgain(services.env.dataDir)).rejects.toMatchObject({
    name: 'DatabaseProblem',
    message: expect.stringMatching(early),
  });

  expect(await listOf(services.database)).toContain('105-fees-of-payments');
  expect(() => readdirSync(join(services.env.dataDir, 'backups'))).toThrow('ENOENT');
});

/** Makes a backup of a SQLite database with the migrations up to `last`. */
async function backupOf(last?: string): Promise<string> {
  const dataDir = await emptyFolder();
  const shop = await makeServices({
    database: await openSqlite(dataDir),
    settings: { DATA_DIR: dataDir },
  });
  await signUp(shop);
  await listUpTo(shop.database, last);
  const made = await makeBackupNow(shop);
  await shop.database.close();
  return join(backupsFolder(dataDir), made?.name ?? '');
}

test('a backup with the last migration before the baseline is restored and goes on', async () => {
  const folder = join(await emptyFolder(), 'restored');

  await restoreBackup(await backupOf(), folder);

  const restored = await openSqlite(folder);
  expect(await listOf(restored)).toEqual(baseline);
  expect(await restored.read.selectFrom('accounts').select('email').execute()).toHaveLength(1);
  await restored.close();
});

test('an earlier backup is refused with what to do', async () => {
  const backup = await backupOf('105-fees-of-payments');
  const folder = join(await emptyFolder(), 'restored');

  await expect(restoreBackup(backup, folder)).rejects.toThrow(early);
});
