import fs, { chownSync, readdirSync } from 'node:fs';
import { mkdir } from 'node:fs/promises';
import { syncBuiltinESMExports } from 'node:module';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import {
  listBackups,
  newestBackup,
  removeOldBackups,
} from '#server/operations/backups/backup-folder.ts';
import { writeManifest } from '#server/operations/backups/manifest.ts';
import { backupsFolder } from '#server/platform/files/backups-folder.ts';
import { protectData } from '#server/platform/files/private-data.ts';
import { emptyFolder } from '#tests/support/empty-folder.ts';

const nobody = 65_534;
const own = '20260301T030000000Z-nightly';
const others = '20260302T030000000Z-wanted';
const newest = '20260303T030000000Z-nightly';
const summary = {
  format: 1,
  madeAt: '2026-03-01T03:00:00.000Z',
  migration: '001',
  rows: {},
  files: 0,
  bytes: 0,
  isUnlisted: false,
} as const;

/** A data folder with two complete backups. */
async function twoBackups(): Promise<string> {
  const dataDir = await emptyFolder();
  const backups = backupsFolder(dataDir);
  for (const name of [own, others]) {
    await mkdir(join(backups, name), { recursive: true, mode: 0o700 });
    await writeManifest(join(backups, name), summary, []);
  }
  if (process.getuid?.() === 0) {
    const paths = ['', 'backups', join('backups', own), join('backups', own, 'manifest.jsonl')];
    for (const path of paths) chownSync(join(dataDir, path), nobody, nobody);
  }
  return dataDir;
}

/**
 * Until the test ends, `folder` is one whose owner lets in nobody else, and this process isn't its owner. Root, who may
 * read everything, goes on as another user.
 */
function takeAway(folder: string): void {
  const isRoot = process.getuid?.() === 0;
  if (isRoot) chownSync(folder, 0, 0);
  ownChmod(folder, 0);
  failChmod(folder, fileSystemError('EPERM'));
  if (isRoot) process.seteuid?.(nobody);
  onTestFinished(() => {
    if (isRoot) process.seteuid?.(0);
    ownChmod(folder, 0o700);
  });
}

const ownChmod = fs.chmodSync;

const fileSystemError = (code: string) =>
  Object.assign(new Error(code), { code, syscall: 'chmod' });

/** Until the test ends, the mode of `failing` can't be changed. */
function failChmod(failing: string, error: Error): void {
  setChmod((path, mode) => {
    if (path === failing) throw error;
    ownChmod(path, mode);
  });
  onTestFinished(() => setChmod(ownChmod));
}

function setChmod(chmod: typeof fs.chmodSync): void {
  fs.chmodSync = chmod;
  syncBuiltinESMExports();
}

test('a start names a backup that it may not read, and goes on', async () => {
  const dataDir = await twoBackups();
  const folder = join(backupsFolder(dataDir), others);
  takeAway(folder);

  expect(protectData(dataDir)).toEqual([{ path: folder, code: 'EPERM' }]);
});

test('a start names a path on a disk that fails, and goes on', async () => {
  const dataDir = await twoBackups();
  const folder = backupsFolder(dataDir);
  failChmod(folder, fileSystemError('EIO'));

  expect(protectData(dataDir)).toEqual([{ path: folder, code: 'EIO' }]);
});

test('a start goes on if a file disappears before it is made private', async () => {
  const dataDir = await twoBackups();
  failChmod(backupsFolder(dataDir), fileSystemError('ENOENT'));

  expect(protectData(dataDir)).toEqual([]);
});

test('a start hides no error of its own', async () => {
  const dataDir = await twoBackups();
  failChmod(backupsFolder(dataDir), new TypeError('mode is not a number'));

  expect(() => protectData(dataDir)).toThrow('mode is not a number');
});

test('a list of backups leaves out one that this user may not read', async () => {
  const dataDir = await twoBackups();
  takeAway(join(backupsFolder(dataDir), others));

  expect((await listBackups(dataDir)).map(({ name }) => name)).toEqual([own]);
  expect((await newestBackup(dataDir))?.name).toBe(own);
});

test('there are no backups if this user may not read their folder', async () => {
  const dataDir = await twoBackups();
  takeAway(backupsFolder(dataDir));

  expect(protectData(dataDir)).toEqual([{ path: backupsFolder(dataDir), code: 'EPERM' }]);
  expect(await listBackups(dataDir)).toEqual([]);
});

test('a new backup leaves one that this user may not delete', async () => {
  const dataDir = await twoBackups();
  takeAway(join(backupsFolder(dataDir), others));

  await removeOldBackups(dataDir, newest);

  expect(readdirSync(backupsFolder(dataDir)).toSorted()).toEqual([own, others]);
});
