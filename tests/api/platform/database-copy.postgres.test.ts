import { mkdir, readdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { sql } from 'kysely';
import pg from 'pg';
import { expect, onTestFinished, test, vi } from 'vitest';
import { makeBackupNow } from '#server/operations/backups/backup-run.ts';
import { restoreBackup } from '#server/operations/backups/restore.ts';
import { restoreRows } from '#server/operations/backups/restore-rows.ts';
import { assertUnused } from '#server/platform/database/assert-unused.ts';
import {
  type CopiedTable,
  copiedTables,
  hasRows,
  keysOf,
} from '#server/platform/database/copy-rows.ts';
import { openDatabase } from '#server/platform/database/open-database.ts';
import { openPostgres } from '#server/platform/database/postgres.ts';
import { readSigningKey } from '#server/platform/database/signing-key.ts';
import { openSqlite } from '#server/platform/database/sqlite.ts';
import { backupsFolder } from '#server/platform/files/backups-folder.ts';
import { addCoupon } from '#tests/support/add-coupon.ts';
import { addOrder } from '#tests/support/add-order.ts';
import { addProduct } from '#tests/support/add-product.ts';
import { emptyFolder } from '#tests/support/empty-folder.ts';
import { freshPostgres } from '#tests/support/fresh-postgres.ts';
import { makeServices, type TestServices } from '#tests/support/make-services.ts';
import { signUp } from '#tests/support/sign-up.ts';
import { wholeDatabase } from '#tests/support/whole-database.ts';

const { open, url } = freshPostgres();

/** Makes a backup and returns its folder. */
async function backupOf(services: TestServices): Promise<string> {
  const made = await makeBackupNow(services);
  return join(backupsFolder(services.env.dataDir), made?.name ?? '');
}

/** A data folder as a killed `npm run restore` or `npm run move` leaves it. */
async function leftoversOf(command: 'restore' | 'move'): Promise<string> {
  const dataDir = await emptyFolder();
  const folder = join(dataDir, `unfinished-${command}`);
  await mkdir(folder);
  await writeFile(join(folder, 'pinwheel.sqlite'), 'half');
  return dataDir;
}

test('a backup of PostgreSQL is a SQLite file with the same rows', async () => {
  const services = await makeServices();
  const buyer = await signUp(services);
  await addCoupon(services, {});
  const productId = await addProduct(services);
  await addOrder(services, { accountId: buyer.id, productIds: [productId] });
  const folder = await emptyFolder();

  await services.database.copyTo(join(folder, 'pinwheel.sqlite'));

  const copy = await openSqlite(folder);
  const [rows, copied] = await Promise.all([
    wholeDatabase(services),
    wholeDatabase({ database: copy }),
  ]);
  await copy.close();
  for (const table of copiedTables) expect(copied[table], table).toEqual(rows[table]);
  // Their numbers differ: those of writes that ran again are not used twice.
  // Only PostgreSQL stores them in the form that is searched, too.
  const texts = ({ orderTexts = [] }: typeof rows) =>
    orderTexts.map((row) => ({ ...row, id: null, form: null }));
  expect(texts(copied)).toEqual(texts(rows));
});

test('a backup of PostgreSQL is written by another thread, and says what went wrong there', async () => {
  const { copyTo } = await open();
  const folder = await emptyFolder();
  const [exec, prepare] = [
    vi.spyOn(DatabaseSync.prototype, 'exec'),
    vi.spyOn(DatabaseSync.prototype, 'prepare'),
  ];
  onTestFinished(() => {
    vi.restoreAllMocks();
  });

  await copyTo(join(folder, 'pinwheel.sqlite'));

  expect(await readdir(folder)).toEqual(['pinwheel.sqlite']);
  expect([...exec.mock.calls, ...prepare.mock.calls]).toEqual([]);
  const failure = await copyTo(join(folder, 'none', 'pinwheel.sqlite')).catch((error) => error);
  expect(failure).toMatchObject({ message: 'unable to open database file', errcode: 14 });
});

test('a backup restores into an empty database, and into no other', async () => {
  const services = await makeServices();
  const buyer = await signUp(services);
  await addOrder(services, { accountId: buyer.id, productIds: [await addProduct(services)] });
  const backup = await backupOf(services);
  const target = join(await emptyFolder(), 'shop');

  await restoreBackup(backup, target, url());

  const database = await openPostgres(url());
  const [rows, restored] = await Promise.all([
    wholeDatabase(services),
    wholeDatabase({ database }),
  ]);
  await database.close();
  for (const table of ['accounts', 'sessions', 'products', 'orders', 'orderItems']) {
    expect(restored[table], table).toEqual(rows[table]);
  }
  expect(await readdir(target)).not.toContain('pinwheel.sqlite');
  const again = restoreBackup(backup, join(await emptyFolder(), 'shop'), url());
  await expect(again).rejects.toThrow(/DATABASE_URL is not empty/);
});

test('a restore checks the rows that it has copied, and leaves none if they differ', async () => {
  const services = await makeServices();
  await signUp(services);
  const backup = await backupOf(services);
  const target = join(await emptyFolder(), 'shop');
  const database = await openPostgres(url());
  await sql`CREATE FUNCTION spoil() RETURNS trigger LANGUAGE plpgsql
    AS 'BEGIN NEW."firstName" = ''Eve''; RETURN NEW; END'`.execute(database.read);
  await sql`CREATE TRIGGER spoil BEFORE INSERT ON accounts
    FOR EACH ROW EXECUTE FUNCTION spoil()`.execute(database.read);
  await database.close();

  const restored = restoreBackup(backup, target, url());

  await expect(restored).rejects.toThrow(
    /not those of the backup\. Nothing was restored\..*\naccounts: its rows differ$/,
  );
  expect(await hasRows((await open()).read)).toBe(false);
  expect(await readdir(join(target, '..'))).toEqual([]);
});

test('a shop starts on a backup restored where a move was killed before it copied a row', async () => {
  const backup = await backupOf(await makeServices());
  const target = join(await emptyFolder(), 'shop');
  const empty = await openPostgres(url());
  await empty.write((tx) => tx.insertInto('unfinishedMoves').values({ shop: 'moved' }).execute());
  await empty.close();

  await restoreBackup(backup, target, url());

  const started = await openDatabase({ dataDir: target, databaseUrl: url(), bucket: null });
  await started.close();
});

test('no new shop starts where a restore was killed before its rows were there', async () => {
  const dataDir = await leftoversOf('restore');
  const shop = { dataDir, databaseUrl: url(), bucket: null };

  await expect(openDatabase(shop)).rejects.toThrow(
    `npm run restore was interrupted. Run the same command again. To begin a new shop instead, delete ${dataDir}/unfinished-restore.`,
  );

  await restoreBackup(await backupOf(await makeServices()), dataDir, url());
  const started = await openDatabase(shop);
  await started.close();
});

test('a shop with rows starts beside what a killed move left', async () => {
  const dataDir = await leftoversOf('move');
  const shop = { dataDir, databaseUrl: url(), bucket: null };
  await expect(openDatabase(shop)).rejects.toThrow('npm run move was interrupted');
  await readSigningKey(await open(), new Date());

  const started = await openDatabase(shop);

  await started.close();
});

test('a backup is not restored into a database on which a shop runs', async () => {
  const backup = await backupOf(await makeServices());
  const target = join(await emptyFolder(), 'shop');
  await open();

  await expect(restoreBackup(backup, target, url())).rejects.toThrow(
    /^A shop is running on the database test_.* Stop it first\.$/,
  );

  expect(await readdir(join(target, '..'))).toEqual([]);
});

test('the check for a running shop is retried while the server restarts', async () => {
  const restarts = Object.assign(new Error('the database system is starting up'), {
    code: '57P03',
  });
  vi.spyOn(pg.Client.prototype, 'connect').mockImplementationOnce(() => Promise.reject(restarts));
  onTestFinished(() => void vi.restoreAllMocks());
  await expect(assertUnused(url())).resolves.toBeUndefined();
});

test('no shop starts on restored rows without their files', async () => {
  const services = await makeServices();
  const folder = await emptyFolder();
  await services.database.copyTo(join(folder, 'pinwheel.sqlite'));
  const killed = restoreRows(
    folder,
    url(),
    async () => {
      throw new Error('killed');
    },
    () => {},
  );
  await expect(killed).rejects.toThrow('killed');

  const start = openDatabase({ dataDir: folder, databaseUrl: url(), bucket: null });

  await expect(start).rejects.toThrow(
    'This database has rows of a shop without its files, because a restore was interrupted. Make a new database and an empty DATA_DIR, and run npm run restore again.',
  );
});

test('every table is copied, but for what the database derives', async () => {
  const { read } = await open();
  const tables = await read.introspection.getTables();
  const names = tables.filter(({ isView }) => !isView).map(({ name }) => name);
  const derived = names.filter((name) => !(copiedTables as readonly string[]).includes(name));
  expect(derived.toSorted()).toEqual([
    'buyerCounts',
    'buyerTexts',
    'commits',
    'orderTexts',
    'unfinishedMoves',
  ]);
});

test('every table is copied by columns that identify a row', async () => {
  const { read } = await open();
  const { rows } = await sql<{ table: CopiedTable; key: string[] }>`
    SELECT t.relname AS table, array_agg(a.attname::text) AS key
    FROM pg_index i JOIN pg_class t ON t.oid = i.indrelid
      JOIN pg_attribute a ON a.attrelid = t.oid AND a.attnum = ANY (i.indkey)
    WHERE i.indisprimary AND t.relname IN (${sql.join(copiedTables)}) GROUP BY t.relname
  `.execute(read);
  expect(rows).toHaveLength(copiedTables.length);
  for (const { table, key } of rows)
    expect(keysOf(table), table).toEqual(expect.arrayContaining(key));
});
