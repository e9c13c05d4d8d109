import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { readdirSync } from 'node:fs';
import { appendFile, cp, mkdir, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { beforeAll, beforeEach, describe, expect, it, test } from 'vitest';
import { makeBackupNow } from '#server/operations/backups/backup-run.ts';
import { type BackupMove, moveBackup } from '#server/operations/move/move-shop.ts';
import type { Progress } from '#server/operations/progress.ts';
import type { BucketSetting } from '#server/platform/bucket-setting.ts';
import { openDatabase } from '#server/platform/database/open-database.ts';
import { openPostgres } from '#server/platform/database/postgres.ts';
import { openSqlite } from '#server/platform/database/sqlite.ts';
import { parseEnv } from '#server/platform/env.ts';
import { backupsFolder } from '#server/platform/files/backups-folder.ts';
import { openFiles } from '#server/platform/files/open-files.ts';
import { atEndOfFile } from '#tests/support/at-end-of-file.ts';
import { emptyFolder, filesBelow } from '#tests/support/empty-folder.ts';
import { makeServices } from '#tests/support/make-services.ts';
import { fillMovingShop, movedRows } from '#tests/support/moving-shop.ts';
import { newPostgres } from '#tests/support/open-new-database.ts';
import { type S3Server, startS3 } from '#tests/support/s3-server.ts';

const engines = ['SQLite', 'PostgreSQL'] as const;
type Engine = (typeof engines)[number];

let s3: S3Server;
const backups = new Map<Engine, string>();
let move: BackupMove;

/** Makes a backup of a shop on that engine, and returns its folder. */
async function madeBackup(engine: Engine): Promise<string> {
  const database =
    engine === 'PostgreSQL' ? await openPostgres(await newPostgres('migrated')) : undefined;
  const services = await makeServices(database && { database });
  atEndOfFile(() => database?.close());
  await fillMovingShop(services);
  const made = await makeBackupNow(services);
  return join(backupsFolder(services.env.dataDir), made?.name ?? '');
}

beforeAll(async () => {
  s3 = await startS3();
  for (const engine of engines) backups.set(engine, await madeBackup(engine));
});
atEndOfFile(() => s3?.end());

beforeEach(async () => {
  const settings = { ...s3.settings, FILES_URL: `s3://shop/${crypto.randomUUID()}` };
  const bucket = parseEnv(settings).bucket as BucketSetting;
  // Migrating one takes half of the time of a move.
  const databaseUrl = await newPostgres('migrated');
  move = { dataDir: await emptyFolder(), databaseUrl, bucket };
});

/** A copy of a backup to damage, or whose database may be opened. */
async function copyOf(engine: Engine): Promise<string> {
  const folder = join(await emptyFolder(), 'copy');
  await cp(backups.get(engine) ?? '', folder, { recursive: true });
  return folder;
}

const ignore = () => {};

function interrupted(folder: string, step: Progress['step'], after = 1): Promise<unknown> {
  let shown = 0;
  return moveBackup(folder, move, (progress) => {
    if (progress.step === step) shown += 1;
    if (shown >= after) throw new Error('killed');
  });
}

/** Expects that the database and the bucket have what is in the backup. */
async function expectMoved(engine: Engine): Promise<void> {
  const folder = await copyOf(engine);
  const source = await openSqlite(folder);
  const { settings: kept, ...expected } = await movedRows(source);
  await source.close();
  const target = await openDatabase(move);
  const { settings, ...others } = await movedRows(target);
  expect(others).toEqual(expected);
  expect(settings).toHaveLength((kept?.length ?? 0) + 1);
  expect(settings).toEqual(expect.arrayContaining([...(kept ?? [])]));
  await target.close();
  expect(expected.orders).toHaveLength(1);

  const paths = (await filesBelow(backups.get(engine) ?? '')).filter((path) => path.includes('/'));
  expect(paths).toHaveLength(5);
  const files = await openFiles(move);
  const there: string[] = [];
  for await (const { path } of files.list() ?? []) there.push(path);
  expect(there.sort()).toEqual(paths);
  for (const path of paths) {
    const object = s3.fileOf(path).replace('files/', move.bucket.prefix);
    expect(await readFile(object)).toEqual(await readFile(join(folder, path)));
  }
}

describe.each(engines)('the backup of a shop on %s', (engine) => {
  it('moves, each row and each byte, and stays as it is', async () => {
    move = { ...move, databaseUrl: await newPostgres('empty') };
    const folder = await copyOf(engine);
    const before = await filesBelow(folder);
    const database = await readFile(join(folder, 'pinwheel.sqlite'));

    const { rows, files } = await moveBackup(folder, move, ignore);

    expect(await readdir(move.dataDir)).toEqual([]);
    expect(rows).toBeGreaterThan(1200);
    expect(files?.files).toBe(5);
    await expectMoved(engine);
    expect(await filesBelow(folder)).toEqual(before);
    expect(await readFile(join(folder, 'pinwheel.sqlite'))).toEqual(database);
  });

  it('continues after interruptions', async () => {
    const folder = backups.get(engine) ?? '';
    await expect(interrupted(folder, 'copying rows', 3)).rejects.toThrow('killed');
    await expect(openDatabase(move)).rejects.toThrow(/only a part of the shop/);
    await expect(interrupted(folder, 'copying files', 2)).rejects.toThrow('killed');
    await expect(interrupted(folder, 'checking files', 3)).rejects.toThrow('killed');
    await moveBackup(folder, move, ignore);
    await moveBackup(folder, move, ignore);

    await expectMoved(engine);
  });
});

test('what a killed move left of its copy is removed before the next', async () => {
  const left = join(move.dataDir, 'unfinished-move');
  await mkdir(left);
  await writeFile(join(left, 'half'), 'of a copy');
  let names: readonly string[] = [];

  const killed = moveBackup(backups.get('SQLite') ?? '', move, () => {
    names = readdirSync(left);
    throw new Error('killed');
  });

  await expect(killed).rejects.toThrow('killed');
  expect(names).toContain('pinwheel.sqlite');
  expect(names).not.toContain('half');
});

describe('a move notices that in a backup', () => {
  const fileIn = async (folder: string, kind: string) =>
    join(folder, (await filesBelow(folder)).find((path) => path.startsWith(kind)) ?? '');

  it.each(['originals', 'previews', 'uploads', 'pinwheel.sqlite'])(
    'a byte of %s is not what was backed up',
    async (kind) => {
      const folder = await copyOf('SQLite');
      await appendFile(await fileIn(folder, kind), '!');
      await expect(moveBackup(folder, move, ignore)).rejects.toThrow(
        new RegExp(`^${kind}\\S* in ${folder} is damaged: it differs from what was backed up`),
      );
      expect(await readdir(move.dataDir)).toEqual([]);
    },
  );

  it('a file was damaged since it was copied', async () => {
    const folder = await copyOf('SQLite');
    await expect(interrupted(folder, 'checking files')).rejects.toThrow('killed');
    await appendFile(await fileIn(folder, 'previews'), '!');
    await expect(moveBackup(folder, move, ignore)).rejects.toThrow(/previews\/.* is damaged/);
  });

  it('a file is missing', async () => {
    const folder = await copyOf('SQLite');
    await rm(await fileIn(folder, 'uploads'));
    await expect(moveBackup(folder, move, ignore)).rejects.toThrow(
      /^The backup is incomplete: uploads\/\w+ is missing in /,
    );
  });

  it('there is no manifest', async () => {
    const folder = await copyOf('SQLite');
    await rm(join(folder, 'manifest.jsonl'));
    await expect(moveBackup(folder, move, ignore)).rejects.toThrow(
      `${folder} is not a complete backup: manifest.jsonl, which is written last, is missing.`,
    );
  });

  it('everything is still in one file', async () => {
    const download = join(await emptyFolder(), 'backup.tar');
    await writeFile(download, 'bytes');
    await expect(moveBackup(download, move, ignore)).rejects.toThrow(
      `${download} is not a folder. Unpack a downloaded backup first, with tar -xf.`,
    );
  });

  it('the files are in a bucket', async () => {
    const database = await openPostgres(await newPostgres('migrated'));
    const services = await makeServices({ database, settings: s3.settings });
    await fillMovingShop(services);
    const made = await makeBackupNow(services);
    await database.close();
    const folder = join(backupsFolder(services.env.dataDir), made?.name ?? '');
    await expect(moveBackup(folder, move, ignore)).rejects.toThrow(
      /^The files of the backup in .* are in a bucket\. Set DATABASE_URL and FILES_URL, and restore/,
    );
  });
});

test('the command says in one line what is no backup, or is not enough', async () => {
  const folder = await copyOf('SQLite');
  const said = async (...words: readonly string[]) => {
    const run = spawn(process.execPath, ['scripts/move.ts', '--from', ...words], {
      env: { ...process.env, ...s3.settings, DATA_DIR: move.dataDir, DATABASE_URL: '' },
      stdio: ['ignore', 'pipe', 'pipe'],
    });
    const ended = once(run, 'exit');
    const [stdout, stderr] = await Promise.all([text(run.stdout), text(run.stderr)]);
    const [status] = await ended;
    return [status, stdout, stderr];
  };
  const database = ['--database', move.databaseUrl];
  const files = ['--files', `s3://shop/${move.bucket.prefix}`];

  expect(await said(`${folder}-none`, ...database, ...files)).toEqual([
    1,
    '',
    `${folder}-none is not a folder.\n`,
  ]);
  expect(await said(folder, ...database)).toEqual([
    1,
    '',
    'A backup moves whole: give --database and --files, and not --back. npm run restore puts it into DATA_DIR.\n',
  ]);
  const [status, stdout, stderr] = await said(folder, ...database, ...files);
  expect([status, stderr]).toEqual([0, '']);
  expect(stdout).toContain('checking files [########################] 5 of 5');
  expect(stdout).toContain(`then npm start. Then run npm run files:setup. ${folder} is as it was.`);
});
