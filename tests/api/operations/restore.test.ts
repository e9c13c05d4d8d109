import { execFileSync, spawnSync } from 'node:child_process';
import { createWriteStream, readdirSync } from 'node:fs';
import {
  appendFile,
  cp,
  link,
  mkdir,
  readdir,
  readFile,
  rename,
  rm,
  symlink,
  truncate,
  writeFile,
} from 'node:fs/promises';
import { basename, dirname, join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { pipeline } from 'node:stream/promises';
import { zstdCompressSync } from 'node:zlib';
import { sql } from 'kysely';
import { beforeAll, expect, onTestFinished, test } from 'vitest';
import { openCatalogue } from '#server/catalogue/feed.ts';
import { backupArchive } from '#server/operations/backups/backup-entries.ts';
import { makeBackupNow } from '#server/operations/backups/backup-run.ts';
import { backupState } from '#server/operations/backups/data-view.ts';
import { restoreBackup } from '#server/operations/backups/restore.ts';
import { tarChunks } from '#server/operations/backups/tar.ts';
import { lastBeforeBaseline } from '#server/platform/database/adopt-baseline.ts';
import { changeNumber } from '#server/platform/database/changes-after.ts';
import type { Database } from '#server/platform/database/open.ts';
import { recordCatalogueChange } from '#server/platform/database/record-catalogue-change.ts';
import { databaseFile, openSqlite } from '#server/platform/database/sqlite.ts';
import { backupsFolder } from '#server/platform/files/backups-folder.ts';
import { readSetting } from '#server/platform/settings/settings.ts';
import { addOrder } from '#tests/support/add-order.ts';
import { addProduct } from '#tests/support/add-product.ts';
import { emptyFolder, filesBelow } from '#tests/support/empty-folder.ts';
import { makeServices, type TestServices } from '#tests/support/make-services.ts';
import { shopSettings } from '#tests/support/open-new-database.ts';
import { signUp } from '#tests/support/sign-up.ts';

let services: TestServices;
/** Of a shop with a design, its file, an account and an order. */
let backup = '';

beforeAll(async () => {
  services = await makeServices();
  const { id: accountId } = await signUp(services);
  const content = Buffer.alloc(200_000, 'original');
  const productId = await addProduct(services, { files: { 'a.png': content } });
  await addOrder(services, { accountId, productIds: [productId] });
  await services.files.putPreview(`${'ab'.repeat(32)}/320.avif`, Buffer.from('a preview'));
  const made = await makeBackupNow(services);
  backup = join(backupsFolder(services.env.dataDir), made?.name ?? '');
});

/** A copy of the backup to damage. */
async function copyOfBackup(): Promise<string> {
  const folder = join(await emptyFolder(), 'copy');
  await cp(backup, folder, { recursive: true });
  return folder;
}

async function archive(folder = backup): Promise<string> {
  const path = join(await emptyFolder(), 'backup.tar');
  await pipeline((await backupArchive(folder)).content, createWriteStream(path));
  return path;
}

async function restoredRows(directory: string): Promise<unknown> {
  const { read, close } = await openSqlite(directory);
  const rows = await rowsOf(read);
  await close();
  return rows;
}

async function rowsOf(read: Database['read']): Promise<unknown> {
  const tables = [
    'accounts',
    'sessions',
    'orders',
    'orderItems',
    'products',
    'productFiles',
  ] as const;
  return Promise.all(
    tables.map((table) => read.selectFrom(table).selectAll().orderBy(sql`1`).execute()),
  );
}

test.each([
  ['a folder', async () => backup],
  ['a downloaded file', archive],
])('%s restores the whole shop', async (_, source) => {
  const target = join(await emptyFolder(), 'below', 'shop');

  const { rows } = await restoreBackup(await source(), target);

  expect(rows).toMatchObject({ accounts: 1, orders: 1, products: 1 });
  const restored = await filesBelow(target);
  expect(restored).toEqual((await filesBelow(backup)).filter((path) => path !== 'manifest.jsonl'));
  for (const path of restored.filter((each) => each !== databaseFile)) {
    expect(await readFile(join(target, path))).toEqual(await readFile(join(backup, path)));
  }
  expect(await restoredRows(target)).toEqual(await rowsOf(services.database.read));
});

test('a shop restored twice numbers receipts differently from each other and from before', async () => {
  const marks: string[] = [];
  for (const name of ['one', 'another']) {
    const target = join(await emptyFolder(), name);
    await restoreBackup(backup, target);
    const { read, close } = await openSqlite(target);
    marks.push((await readSetting(read, 'receiptSeries')).value);
    await close();
  }

  expect(marks).toEqual([expect.stringMatching(/^[B-Z]{4}$/), expect.stringMatching(/^[B-Z]{4}$/)]);
  expect(marks[0]).not.toBe(marks[1]);
});

/** The backup as another program packs its folder: `tar`'s arguments after the archive's name, from beside the folder. */
async function packed(parameters: readonly string[], folder = backup): Promise<string> {
  const path = join(await emptyFolder(), 'packed');
  execFileSync('tar', ['-cf', path, ...parameters], { cwd: dirname(folder) });
  return path;
}

const folderName = () => basename(backup);
const deep = `${'a long folder of another machine/'.repeat(5)}backups/`;

test.each<[string, () => readonly string[]]>([
  ['the folder', () => [folderName()]],
  ['what is in the folder', () => ['-C', folderName(), '.']],
  ['single files', () => ['-C', backup, ...readdirSync(backup)]],
  ['files by name', () => ['--sort=name', folderName()]],
  ['its whole path', () => ['-P', backup]],
  ['the folder, compressed', () => ['-z', folderName()]],
  ['files in the oldest format', () => ['--format=v7', '-C', backup, '.']],
  ...['ustar', 'gnu', 'oldgnu', 'pax'].map((format): [string, () => readonly string[]] => [
    `the folder in the format ${format}`,
    () => [`--format=${format}`, folderName()],
  ]),
  ...['gnu', 'pax'].map((format): [string, () => readonly string[]] => [
    `long paths in the format ${format}`,
    () => [`--format=${format}`, `--transform=s,^,${deep},`, folderName()],
  ]),
  [
    'the folder with its times and names in headers of their own',
    () => ['--format=pax', '--pax-option=exthdr.name=%d/pax/%f,comment=of all', folderName()],
  ],
])('%s, packed by another program, restores the whole shop', async (_, parameters) => {
  const target = join(await emptyFolder(), 'shop');

  await restoreBackup(await packed(parameters()), target);

  const restored = await filesBelow(target);
  expect(restored).toEqual((await filesBelow(backup)).filter((path) => path !== 'manifest.jsonl'));
  for (const path of restored.filter((each) => each !== databaseFile)) {
    expect(await readFile(join(target, path))).toEqual(await readFile(join(backup, path)));
  }
});

test('a backup compressed with Zstandard restores, and what Finder adds is left out', async () => {
  const folder = await copyOfBackup();
  await writeFile(join(folder, '._manifest.jsonl'), 'of Finder');
  await writeFile(join(folder, '.DS_Store'), 'of Finder');
  const path = await packed(['copy'], folder);
  await writeFile(path, zstdCompressSync(await readFile(path)));
  const target = await emptyFolder();

  const { files } = await restoreBackup(path, target);

  expect(files).toBe((await filesBelow(target)).length);
});

const firstOriginal = async (folder: string) => {
  const [path = ''] = (await filesBelow(folder)).filter((each) => each.startsWith('originals/'));
  return path;
};

const refusals: readonly [string, (folder: string) => Promise<string>, string][] = [
  [
    'a symbolic link',
    async (folder) => {
      const path = join(folder, await firstOriginal(folder));
      await rename(path, join(folder, '..', 'elsewhere'));
      await symlink('../../../elsewhere', path);
      return packed(['copy'], folder);
    },
    'is a link in it',
  ],
  [
    'a second name of a file',
    async (folder) => {
      await link(join(folder, await firstOriginal(folder)), join(folder, 'again'));
      return packed(['copy'], folder);
    },
    'is a link in it',
  ],
  [
    'another file',
    async (folder) => {
      await writeFile(join(folder, 'evil'), 'evil');
      return packed(['copy'], folder);
    },
    'copy/evil is not in the backup’s manifest',
  ],
  [
    'paths that lead elsewhere',
    (folder) => packed(['-P', '--transform=s,^copy/originals,copy/../originals,', 'copy'], folder),
    'is not in the backup’s manifest',
  ],
  [
    'files beside the backup',
    (folder) => packed(['--transform=s,^copy/originals,originals,', 'copy'], folder),
    'is not in the backup’s manifest',
  ],
  [
    'two backups',
    async (folder) => {
      await cp(folder, join(folder, '..', 'other'), { recursive: true });
      return packed(['copy', 'other'], folder);
    },
    'It has more than one backup',
  ],
  [
    'a file twice',
    async (folder) => {
      const path = `copy/${await firstOriginal(folder)}`;
      return packed(['--hard-dereference', 'copy', path], folder);
    },
    'is there twice',
  ],
  [
    'a sparse file',
    async (folder) => {
      await truncate(join(folder, await firstOriginal(folder)), 10_000_000);
      return packed(['--sparse', 'copy'], folder);
    },
    'is a sparse file',
  ],
  [
    'a sparse file in a newer format',
    async (folder) => {
      await truncate(join(folder, await firstOriginal(folder)), 10_000_000);
      return packed(['--sparse', '--format=pax', 'copy'], folder);
    },
    'is a sparse file',
  ],
  [
    'no manifest',
    (folder) => packed(['--exclude=manifest.jsonl', 'copy'], folder),
    'This is not a shop backup: its manifest is missing',
  ],
  [
    'no originals',
    (folder) => packed(['--exclude=originals', 'copy'], folder),
    'The backup is incomplete: originals/',
  ],
  [
    'an end that is missing',
    async (folder) => {
      const path = await packed(['-z', 'copy'], folder);
      await truncate(path, 5000);
      return path;
    },
    'is damaged or cut short: it can’t be decompressed',
  ],
  [
    'a compression that isn’t known',
    async (folder) => {
      const path = join(folder, '..', 'packed.xz');
      await writeFile(path, Buffer.from('fd377a585a000004e6d6b446', 'hex'));
      return path;
    },
    'is compressed (xz). Unpack it first',
  ],
];

test.each(refusals)('an archive with %s restores nothing', async (_, make, words) => {
  const path = await make(await copyOfBackup());
  const target = await emptyFolder();

  await expect(restoreBackup(path, target)).rejects.toThrow(words);

  expect(await readdir(target)).toEqual([]);
});

test('a restored shop does not say that the backup it is from was interrupted', async () => {
  const dataDir = await emptyFolder();
  await restoreBackup(backup, dataDir);
  const database = await openSqlite(dataDir);
  const aMinuteLater = new Date(services.clock().getTime() + 60_000);
  const restored = { ...services, database, env: { ...services.env, dataDir } };

  const state = await backupState({ ...restored, clock: () => aMinuteLater });

  await database.close();
  expect(state).toEqual({ lastAt: null, hasFailed: false });
});

test('a restored shop that runs does not change its backup', async () => {
  const folder = await copyOfBackup();
  const target = await emptyFolder();
  const before = await readFile(join(folder, 'pinwheel.sqlite'));
  await restoreBackup(folder, target);
  const database = new DatabaseSync(join(target, 'pinwheel.sqlite'));
  database.exec('DELETE FROM orderItems; DELETE FROM orders');
  database.close();
  expect(await readFile(join(folder, 'pinwheel.sqlite'))).toEqual(before);
});

test('a disk of its own that has only what its system keeps there is empty', async () => {
  const target = await emptyFolder();
  await mkdir(join(target, 'lost+found'));
  await restoreBackup(backup, target);
  expect(await readdir(target)).toEqual(expect.arrayContaining(['lost+found', databaseFile]));
});

test("a folder that isn't empty is refused and unchanged", async () => {
  const target = await emptyFolder();
  await writeFile(join(target, 'mine.txt'), 'mine');
  await expect(restoreBackup(backup, target)).rejects.toThrow('is not empty');
  expect(await filesBelow(target)).toEqual(['mine.txt']);
});

test.each(['restore', 'move'])(
  'leftovers of a killed %s are no reason to refuse',
  async (command) => {
    const target = await emptyFolder();
    const leftovers = `unfinished-${command}`;
    await mkdir(join(target, leftovers, 'originals'), { recursive: true });
    await writeFile(join(target, leftovers, 'pinwheel.sqlite'), 'half');
    await restoreBackup(backup, target);
    expect(await readdir(target)).not.toContain(leftovers);
  },
);

const original = async (folder: string) =>
  join(folder, (await filesBelow(folder)).find((path) => path.startsWith('originals/')) ?? '');

const damages: readonly [string, (folder: string) => Promise<unknown>, string][] = [
  ['a byte of the database', (folder) => damage(join(folder, 'pinwheel.sqlite')), 'is damaged'],
  ['a missing file', async (folder) => rm(await original(folder)), 'is missing'],
  ['no manifest', (folder) => rm(join(folder, 'manifest.jsonl')), 'not a complete backup'],
  [
    'half a manifest',
    (folder) => truncate(join(folder, 'manifest.jsonl'), 400),
    'not a complete backup',
  ],
  [
    'a path that leads out',
    (folder) => edit(folder, (text) => text.replace('originals/', '../originals/')),
    'not a complete backup',
  ],
  [
    'rows that are not there',
    (folder) => edit(folder, (text) => text.replace('"orders":1', '"orders":2')),
    'is damaged',
  ],
  [
    'a newer version of the shop',
    (folder) => edit(folder, (text) => text.replace(/"migration":"\d+/, '"migration":"999')),
    'another version',
  ],
  [
    'an early version of the shop',
    (folder) => edit(folder, (text) => text.replace(/"migration":"[^"]+/, '"migration":"105-fees')),
    'early version of the shop (105-fees). Restore it and start the shop once with version 1.0.0-rc.1',
  ],
];

test.each<[string, (path: string) => Promise<unknown>]>([
  ['other bytes than were backed up', damage],
  ['more', (path) => appendFile(path, 'x')],
  ['less', (path) => truncate(path, 10)],
])('a backup in which a file has %s is restored without it', async (_, harm) => {
  const folder = await copyOfBackup();
  const path = (await original(folder)).slice(folder.length + 1);
  await harm(join(folder, path));
  const whole = (await filesBelow(folder)).filter((each) => each !== 'manifest.jsonl');

  for (const source of [folder, await packed([basename(folder)], folder)]) {
    const target = join(await emptyFolder(), 'shop');

    expect(await restoreBackup(source, target)).toMatchObject({ damaged: [path] });

    expect(await filesBelow(target)).toEqual(whole.filter((each) => each !== path));
    expect(await restoredRows(target)).toEqual(await rowsOf(services.database.read));
  }
});

test('a backup with the last migration before the baseline is restored', async () => {
  const folder = await copyOfBackup();
  await edit(folder, (text) =>
    text.replace(/"migration":"[^"]+/, `"migration":"${lastBeforeBaseline}`),
  );

  await restoreBackup(folder, join(await emptyFolder(), 'restored'));
});

async function damage(path: string): Promise<void> {
  // Hard-linked into other backups, so it is written as a new file.
  const bytes = await readFile(path);
  bytes.writeUInt8(bytes.readUInt8(bytes.length >> 1) ^ 1, bytes.length >> 1);
  await rm(path);
  await writeFile(path, bytes);
}

async function edit(folder: string, change: (text: string) => string): Promise<void> {
  const path = join(folder, 'manifest.jsonl');
  const text = await readFile(path, 'utf8');
  const changed = change(text);
  expect(changed).not.toBe(text);
  await writeFile(path, changed);
}

test('a device that knows a change from after the backup learns that it is lost, whatever was changed since', async () => {
  const { clientId, sdkUrl, isPractice } = services.gateway;
  const open = (from: Database) => openCatalogue(from, { clientId, sdkUrl, isPractice });
  const restore = async () => {
    const target = await emptyFolder();
    await restoreBackup(backup, target);
    const restored = await openSqlite(target);
    onTestFinished(restored.close);
    return restored;
  };
  const change = async (on: Database, price: number) => {
    await on.write(async (tx) => {
      const changed = await tx.updateTable('products').set({ price }).returning('id').execute();
      const ids = changed.map(({ id }) => id);
      await recordCatalogueChange({ tx, now: services.clock() }, ids);
    });
    return open(on);
  };
  const [lost, restored] = [await restore(), await restore()];
  const atBackup = (await open(lost)).cursor;
  const known = (await change(lost, 7700)).cursor;

  const catalogue = await change(restored, 300);

  expect(changeNumber(catalogue.cursor)).toBe(changeNumber(known));
  const after = (since: string) =>
    catalogue.answer('productsChanges', { params: undefined, query: { since } });
  expect(after(known)).toMatchObject({ isReset: true });
  expect(after(atBackup)).toMatchObject({ isReset: false, products: [{ price: 3 }] });
});

test.each(damages)('reports %s, and restores nothing', async (_, spoil, words) => {
  const folder = await copyOfBackup();
  await spoil(folder);
  const target = await emptyFolder();
  await expect(restoreBackup(folder, target)).rejects.toThrow(words);
  expect(await readdir(target)).toEqual([]);
});

test('tells an incomplete download, another file and nothing from a backup', async () => {
  const target = join(await emptyFolder(), 'shop');
  const half = await archive();
  await truncate(half, 100_000);
  await expect(restoreBackup(half, target)).rejects.toThrow('the archive is cut short');
  const other = join(await emptyFolder(), 'other');
  await writeFile(other, 'x'.repeat(5000));
  await expect(restoreBackup(other, target)).rejects.toThrow('not a tar archive');
  await expect(restoreBackup(`${other}-gone`, target)).rejects.toThrow('No backup found at');
  expect(await readdir(join(target, '..'))).toEqual([]);
});

test('an archive cannot restore what its manifest does not list', async () => {
  const target = await emptyFolder();
  const path = join(await emptyFolder(), 'evil.tar');
  const manifest = await readFile(join(backup, 'manifest.jsonl'));
  const entry = (name: string, bytes: Buffer) => ({
    path: name,
    bytes: bytes.length,
    content: (async function* () {
      yield bytes;
    })(),
  });
  const entries = [entry('manifest.jsonl', manifest), entry('../../evil', Buffer.from('evil'))];
  await pipeline(tarChunks(entries), createWriteStream(path));
  await expect(restoreBackup(path, target)).rejects.toThrow('not in the backup’s manifest');
  expect(await readdir(target)).toEqual([]);
});

test('the commands make a backup and restore it, and report errors in one line', async () => {
  const target = join(await emptyFolder(), 'shop');
  const env = (dataDir: string) => ({ ...process.env, DATA_DIR: dataDir });
  const run = (args: string[], folder: string) =>
    spawnSync(process.execPath, args, { env: env(folder), encoding: 'utf8' });

  const said = execFileSync(process.execPath, ['scripts/backup.ts'], {
    env: { ...process.env, ...shopSettings(services.env.dataDir) },
    encoding: 'utf8',
  });
  const folder = said.trim().split(': ').at(-1) ?? '';
  expect(said).toMatch(/^3 files, \d+\.\d MB: /);
  const restored = run(['scripts/restore.ts', folder], target);
  expect(restored.stdout).toContain('1 design, 1 account, 1 order, 3 files');
  expect(await restoredRows(target)).toEqual(await rowsOf(services.database.read));

  const again = run(['scripts/restore.ts', folder], target);
  expect(again).toMatchObject({ status: 1, stdout: '' });
  expect(again.stderr).toMatch(/^.+ is not empty, and restoring never overwrites data\..+\n$/);
  const copy = await copyOfBackup();
  const path = await original(copy);
  await damage(path);
  const inPart = run(['scripts/restore.ts', copy], join(dirname(target), 'in-part'));
  expect(inPart.status).toBe(1);
  expect(inPart.stdout).toContain('1 file of the backup is damaged and was left out.');
  expect(inPart.stdout).toContain(path.slice(copy.length + 1));
  expect(run(['scripts/restore.ts'], target).stderr).toContain('Missing argument');
  expect(run(['scripts/backup.ts'], `${target}-none`).stderr).toContain('No shop found in');
});
