import { EventEmitter, once } from 'node:events';
import { statSync } from 'node:fs';
import { mkdir, mkdtemp, readdir, rm, stat, symlink, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { expect, onTestFinished, test, vi } from 'vitest';
import { readManifest } from '#server/operations/backups/backup-folder.ts';
import {
  makeBackupNow,
  makeDueBackup,
  requestBackup,
} from '#server/operations/backups/backup-run.ts';
import { writeManifest } from '#server/operations/backups/manifest.ts';
import { makeAuditedChange } from '#server/platform/database/change.ts';
import type { Database } from '#server/platform/database/open.ts';
import { backupsFolder } from '#server/platform/files/backups-folder.ts';
import { addProduct } from '#tests/support/add-product.ts';
import { runOf, wholeNames } from '#tests/support/backup-state.ts';
import { filesBelow } from '#tests/support/empty-folder.ts';
import { makeServices } from '#tests/support/make-services.ts';

const hour = 3_600_000;
const day = 24 * hour;
const signal = new AbortController().signal;

test('a backup contains the database and every file, and lists them with their hashes', async () => {
  const services = await makeServices();
  const { dataDir } = services.env;
  await addProduct(services, { files: { 'a.png': Buffer.from('an original') } });
  await services.files.putPreview(`${'ab'.repeat(32)}/320.avif`, Buffer.from('a preview'));
  const upload = await services.files.putUpload(Buffer.from('from a stranger'));

  const made = await makeBackupNow(services);

  const name = made?.name ?? '';
  const manifest = await readManifest(dataDir, name);
  const listed = [...(manifest?.files.keys() ?? [])].sort();
  expect(listed).toEqual(
    (await filesBelow(join(backupsFolder(dataDir), name))).filter(
      (path) => path !== 'manifest.jsonl',
    ),
  );
  expect(listed).toHaveLength(4);
  expect(listed).toContain(`uploads/${upload}`);
  expect(manifest?.summary.rows).toMatchObject({ products: 1, productFiles: 1 });
  expect(manifest?.files.get(`uploads/${upload}`)).toEqual({
    path: `uploads/${upload}`,
    bytes: 15,
    sha256: '6f8bd0b0fb291f5abf33456d6e383c4cebfeb6d7f1bea7833c7bff3bf66f0692',
  });
});

test('the next backup takes no space for files that an earlier one has', async () => {
  const services = await makeServices();
  const { dataDir } = services.env;
  const { sha256 } = await services.files.putOriginal(Buffer.alloc(100_000, 1));
  const path = join('originals', sha256.slice(0, 2), sha256);

  const first = await makeBackupNow(services);
  services.pass(hour);
  const second = await makeBackupNow(services);

  const inodes = await Promise.all(
    [first, second].map(
      async (made) => (await stat(join(backupsFolder(dataDir), made?.name ?? '', path))).ino,
    ),
  );
  expect(new Set([...inodes, (await stat(join(dataDir, path))).ino]).size).toBe(1);
});

test('leaves out a file whose name no store created, and the backup is complete', async () => {
  const services = await makeServices();
  const { dataDir } = services.env;
  await mkdir(join(dataDir, 'originals', 'ab'), { recursive: true });
  await writeFile(join(dataDir, 'originals', 'ab', '.DS_Store'), 'of the system');

  const made = await makeBackupNow(services);

  expect(made?.summary.files).toBe(1);
  expect(await wholeNames(services)).toEqual([made?.name]);
});

test('makes no backup if the files can’t be read, instead of one without them', async () => {
  const services = await makeServices();
  await symlink('originals', join(services.env.dataDir, 'originals'));

  await expect(makeBackupNow(services)).rejects.toThrow('ELOOP');

  expect(await wholeNames(services)).toEqual([]);
  expect(await runOf(services)).toMatchObject({
    state: 'failed',
    problem: 'It couldn’t be written. The server’s log says why.',
  });
});

test('a nightly backup is made again once a clock that was years ahead is right', async () => {
  const services = await makeServices();
  const nightly = () => makeDueBackup(services, { mayBeNightly: true, signal });
  services.pass(1000 * day);
  expect(await nightly()).not.toBeNull();
  services.pass(-1000 * day);
  expect(await nightly()).not.toBeNull();
  expect(await nightly()).toBeNull();
});

test('keeps the newest seven of each kind, including copies before migrations', async () => {
  const services = await makeServices();
  const folder = backupsFolder(services.env.dataDir);
  await mkdir(folder, { recursive: true });
  for (let count = 1; count <= 9; count += 1) {
    await writeFile(join(folder, `before-00${10 - count}-x-2026010${count}T000000000Z.sqlite`), '');
  }
  await writeFile(join(folder, 'of-mine.txt'), 'kept');

  for (let count = 0; count < 9; count += 1) {
    await makeDueBackup(services, { mayBeNightly: true, signal });
    services.pass(hour);
    await makeBackupNow(services);
    services.pass(day - hour);
  }

  const names = await readdir(folder);
  expect(names.filter((name) => name.endsWith('-nightly'))).toHaveLength(7);
  expect(names.filter((name) => name.endsWith('-wanted'))).toHaveLength(7);
  const copies = names.filter((name) => name.startsWith('before-')).sort();
  expect(copies).toHaveLength(7);
  expect(copies).not.toContain('before-009-x-20260101T000000000Z.sqlite');
  expect(names).toContain('of-mine.txt');
  expect((await wholeNames(services))[0]).toContain('20260309T');
});

test('an incomplete backup does not count, and the next one deletes it, unless it began later', async () => {
  const services = await makeServices();
  const folder = backupsFolder(services.env.dataDir);
  const half = '20260301T080000000Z-wanted';
  await mkdir(join(folder, half), { recursive: true });
  await writeFile(join(folder, half, 'pinwheel.sqlite'), 'half');
  // Another process is making it.
  const later = '20260301T100000000Z-wanted';
  await mkdir(join(folder, later));

  expect(await wholeNames(services)).toEqual([]);
  const made = await makeBackupNow(services);

  expect((await readdir(folder)).toSorted()).toEqual([made?.name, later]);
});

test('makes one backup each night, and retries a failed one after an hour', async () => {
  let isFull = false;
  const real = await makeServices();
  const database: Database = {
    ...real.database,
    copyTo: (path) =>
      isFull
        ? Promise.reject(Object.assign(new Error('disk full'), { code: 'ENOSPC' }))
        : real.database.copyTo(path),
  };
  const services = { ...real, database };
  const look = () => makeDueBackup(services, { mayBeNightly: true, signal });

  expect(await look()).not.toBeNull();
  real.pass(hour);
  expect(await look()).toBeNull();
  real.pass(day);
  isFull = true;
  await expect(look()).rejects.toThrow('disk full');
  expect(await runOf(services)).toMatchObject({
    state: 'failed',
    problem: 'The disk is full.',
  });
  expect(await wholeNames(services)).toHaveLength(1);
  isFull = false;
  expect(await look()).toBeNull();
  real.pass(hour);
  expect(await look()).not.toBeNull();
  expect(await runOf(services)).toMatchObject({ state: 'done', problem: null });
});

test('one of two processes makes the backup, and a dead one blocks nothing', async () => {
  const services = await makeServices();
  const both = await Promise.all([makeBackupNow(services), makeBackupNow(services)]);
  expect(both.filter((made) => made !== null)).toHaveLength(1);

  // In the state that a killed process leaves.
  await services.database.write((tx) =>
    tx
      .updateTable('settings')
      .set(({ fn, ref, val }) => ({
        value: fn('replace', [ref('value'), val('"done"'), val('"running"')]),
      }))
      .where('key', '=', 'backupRun')
      .execute(),
  );
  services.pass(30_000);
  expect(await makeBackupNow(services)).toBeNull();
  services.pass(30_000);
  expect(await makeBackupNow(services)).not.toBeNull();
});

test('a process that lost its backup stops, and leaves the next one and its report alone', async () => {
  const services = await makeServices();
  const { database } = services;
  /** Begins a backup whose copy of the database waits for `goOn`; `writes` are told when they are done. */
  const begin = async (clock: () => Date, writes = new EventEmitter()) => {
    const reached = Promise.withResolvers<void>();
    const goOn = Promise.withResolvers<void>();
    const own: Database = {
      ...database,
      async write(work) {
        const result = await database.write(work);
        writes.emit('done');
        return result;
      },
      async copyTo(path) {
        reached.resolve();
        await goOn.promise;
        await database.copyTo(path);
      },
    };
    const made = makeBackupNow({ ...services, database: own, clock });
    await reached.promise;
    return { made, goOn: goOn.resolve, nextWrite: () => once(writes, 'done') };
  };
  const asleepAt = services.clock();
  const first = await begin(() => asleepAt);
  services.pass(60_000);
  const second = await begin(services.clock);

  await first.nextWrite();
  first.goOn();
  await expect(first.made).rejects.toThrow('Another process has taken over this work');
  expect(await runOf(services)).toMatchObject({
    state: 'running',
    startedAt: services.clock().toISOString(),
  });
  second.goOn();

  const name = (await second.made)?.name;
  expect(await wholeNames(services)).toEqual([name]);
  expect(await runOf(services)).toMatchObject({ state: 'done', problem: null });
});

test('a backup requested by the studio is made once, and a second request meanwhile is the same', async () => {
  const services = await makeServices();
  const { database } = services;
  const wish = () => makeAuditedChange(services, 'mia', requestBackup);

  const first = await wish();
  services.pass(1000);
  expect(await wish()).toEqual(first);
  await makeDueBackup(services, { mayBeNightly: false, signal });
  expect(await makeDueBackup(services, { mayBeNightly: false, signal })).toBeNull();

  const lines = await database.read.selectFrom('auditLines').selectAll().execute();
  const [name] = await wholeNames(services);
  expect(lines).toMatchObject([{ actorId: 'mia', action: 'backup.made', subjectId: name }]);
});

test('a backup stopped halfway leaves nothing behind', async () => {
  const services = await makeServices();
  await services.files.putOriginal(Buffer.from('an original'));
  const stopped = AbortSignal.abort();

  await expect(makeDueBackup(services, { mayBeNightly: true, signal: stopped })).rejects.toThrow();

  expect(await readdir(backupsFolder(services.env.dataDir))).toEqual([]);
  expect(await runOf(services)).toMatchObject({
    problem: 'The shop was stopped during the backup.',
  });
});

test('a backup for which the disk has no room writes nothing', async () => {
  const services = await makeServices();
  const { dataDir } = services.env;
  const first = (await makeBackupNow(services))?.name ?? '';
  const manifest = await readManifest(dataDir, first);
  const files = [...(manifest?.files.values() ?? [])];
  // Its database was as large as no disk is.
  const large = files.map((file) => ({ ...file, bytes: Number.MAX_SAFE_INTEGER }));
  if (manifest) await writeManifest(join(backupsFolder(dataDir), first), manifest.summary, large);
  services.pass(hour);
  const copyTo = vi.fn();

  const again = makeBackupNow({ ...services, database: { ...services.database, copyTo } });

  await expect(again).rejects.toThrow('has room for');
  expect(copyTo).not.toHaveBeenCalled();
  expect(await readdir(backupsFolder(dataDir))).toEqual([first]);
  expect(await runOf(services)).toMatchObject({ state: 'failed', problem: 'The disk is full.' });
});

const deviceOf = (path: string) => statSync(path, { throwIfNoEntry: false })?.dev;
/** A disk other than the data's, if the machine has one. */
const otherDisk =
  [resolve('.cache'), '/dev/shm'].find(
    (path) => ![undefined, deviceOf(tmpdir())].includes(deviceOf(path)),
  ) ?? tmpdir();

test('backups on a disk of their own share one copy of each file', async () => {
  const services = await makeServices();
  const { dataDir } = services.env;
  const folder = await mkdtemp(join(otherDisk, 'pinwheel-backups-'));
  onTestFinished(() => rm(folder, { recursive: true }));
  await symlink(folder, backupsFolder(dataDir));
  const { sha256 } = await services.files.putOriginal(Buffer.from('an original'));
  const path = join('originals', sha256.slice(0, 2), sha256);

  const first = await makeBackupNow(services);
  services.pass(hour);
  const second = await makeBackupNow(services);

  const [one, two] = await Promise.all(
    [first, second].map((made) => stat(join(folder, made?.name ?? '', path))),
  );
  // On the data's own disk the original is one of the links.
  const isOther = deviceOf(otherDisk) !== deviceOf(dataDir);
  expect(one).toMatchObject({ size: 11, nlink: isOther ? 2 : 3 });
  expect(two?.ino).toBe(one?.ino);
});
