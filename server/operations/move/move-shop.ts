import { existsSync } from 'node:fs';
import { join } from 'node:path';
import type { BucketSetting } from '../../platform/bucket-setting.ts';
import { CommandError } from '../../platform/command-error.ts';
import type { Database } from '../../platform/database/open.ts';
import { databaseFile, openSqliteAlone } from '../../platform/database/sqlite.ts';
import { openDiskStore } from '../../platform/files/disk.ts';
import { DamagedFile, StoreUnreachable } from '../../platform/files/file-store.ts';
import { countAllRows } from '../compare-rows.ts';
import type { OnProgress } from '../progress.ts';
import { openBackupSource } from './backup-source.ts';
import { type FilePlace, type FileSource, openBucketPlace, openDiskPlace } from './file-place.ts';
import { assertNoOthers, moveFiles, verifyFiles } from './move-files.ts';
import {
  markFinished,
  markUnfinished,
  moveRows,
  onlyPart,
  shopOf,
  verifyRows,
} from './move-rows.ts';

/** Which shop moves, and where to. At least one of `databaseUrl` and `bucket` is set; what isn't doesn't move. */
export interface Move {
  /** `out` of the data folder, or `back` into it. */
  readonly direction: 'out' | 'back';
  readonly dataDir: string;
  readonly databaseUrl: string | null;
  readonly bucket: BucketSetting | null;
  /** Where the shop's rows are now, if they don't move and are in PostgreSQL. */
  readonly stayingDatabaseUrl: string | null;
}

/** Where a backup moves to: whole, because its rows name its files. */
export interface BackupMove {
  readonly dataDir: string;
  readonly databaseUrl: string;
  readonly bucket: BucketSetting;
}

/** What was moved and verified. Null: it didn't move. */
export interface Moved {
  readonly rows: number | null;
  readonly files: { readonly files: number; readonly bytes: number } | null;
}

/**
 * Copies a stopped shop's rows to PostgreSQL and its files to a bucket, or back, and then verifies every table
 * and every file. Where the shop is, it only puts back what a killed deletion had moved aside. Interrupted at any point, it continues.
 * @throws CommandError, DatabaseProblem, EnvError in one line if it can't or if something differs
 */
export async function moveShop(move: Move, onProgress: OnProgress): Promise<Moved> {
  return moveFrom(move, null, onProgress);
}

/**
 * Does the same with the backup in this folder, which stays as it is, instead of a shop. `dataDir` is for what is
 * unfinished.
 * @throws CommandError also if it isn't a complete backup, or if a byte differs from what was backed up
 */
export async function moveBackup(
  folder: string,
  { dataDir, ...target }: BackupMove,
  onProgress: OnProgress,
): Promise<Moved> {
  const { files, close, ...copy } = await openBackupSource(folder, dataDir);
  try {
    const move = { ...target, ...copy, direction: 'out', stayingDatabaseUrl: null } as const;
    return await moveFrom(move, files, onProgress);
  } finally {
    await close();
  }
}

/** `ownFiles`: what moves instead of the files in the data folder. */
async function moveFrom(
  move: Move,
  ownFiles: FileSource | null,
  onProgress: OnProgress,
): Promise<Moved> {
  try {
    const files = move.bucket && (await openPlaces(move, move.bucket, ownFiles));
    if (files) await assertNoOthers(files.from, files.to);
    return await withDatabases(move, async ({ from, to }) => {
      const state = from && to && (await markUnfinished(from, to));
      if (from && to && state === 'to be copied') await moveRows(from.read, to, onProgress);
      if (files) await moveFiles(files.from, files.to, onProgress);
      // Once a backup is marked as moved, its target differs: it begins a new series of receipts.
      const isMarked = state === 'copied' && ownFiles !== null;
      const rows =
        from &&
        to &&
        (await (isMarked ? countAllRows(to.read) : verifyRows(from.read, to.read, onProgress)));
      const movedFiles = files && (await verifyFiles(files.from, files.to, onProgress));
      if (to) await markFinished(to, ownFiles !== null);
      if (files) await files.to.unmark();
      return { rows, files: movedFiles };
    });
  } catch (error) {
    throw inWords(error);
  }
}

/** The databases that rows move between; null if they stay. */
interface Databases {
  readonly from: Database | null;
  readonly to: Database | null;
}

/** Opens what the move needs, and the shop's own database in any case, so that no shop runs meanwhile. */
async function withDatabases<T>(
  { direction, dataDir, databaseUrl, stayingDatabaseUrl }: Move,
  work: (databases: Databases) => Promise<T>,
): Promise<T> {
  const remoteUrl = databaseUrl ?? stayingDatabaseUrl;
  const isNew = direction === 'back' && databaseUrl !== null;
  if (stayingDatabaseUrl === null && !isNew && !existsSync(join(dataDir, databaseFile))) {
    throw new CommandError(`No shop found in ${dataDir}. Set DATA_DIR to its folder.`);
  }
  const { remote, close } = remoteUrl ? await openRemote(remoteUrl) : notRemote;
  try {
    if (stayingDatabaseUrl !== null) return await work({ from: null, to: null });
    // A database file is only made for a shop that exists.
    if (isNew && remote) await shopOf(remote.read);
    const local = await openSqliteAlone(dataDir);
    try {
      if (databaseUrl === null) return await work({ from: null, to: null });
      return await work(
        direction === 'out' ? { from: local, to: remote } : { from: remote, to: local },
      );
    } finally {
      await local.close();
    }
  } finally {
    await close();
  }
}

const notRemote = { remote: null, close: async () => {} };

async function openRemote(url: string) {
  const { assertUnused } = await import('../../platform/database/assert-unused.ts');
  const { openPostgres } = await import('../../platform/database/postgres.ts');
  await assertUnused(url);
  const remote = await openPostgres(url);
  return { remote, close: () => remote.close() };
}

async function openPlaces(
  { direction, dataDir }: Move,
  setting: BucketSetting,
  ownFiles: FileSource | null,
): Promise<{ readonly from: FileSource; readonly to: FilePlace }> {
  const bucket = await openBucketPlace(setting, dataDir);
  if (ownFiles) return { from: ownFiles, to: bucket };
  const disk = await openDiskPlace(dataDir);
  const [from, to] = direction === 'out' ? [disk, bucket] : [bucket, disk];
  if (await from.isPart()) throw onlyPart(`In ${from.name}`);
  // Puts back what a killed deletion had moved aside, as each start does.
  if (direction === 'out') await openDiskStore(dataDir);
  return { from, to };
}

/** Explains what an owner can change; any other error is ours and is returned unchanged. */
function inWords(error: unknown): unknown {
  if (error instanceof StoreUnreachable || error instanceof DamagedFile) {
    return new CommandError(`${error.message}. Run the same command again; it continues.`);
  }
  if (Reflect.get(error as object, 'code') === 'ENOSPC') {
    return new CommandError('Not enough disk space. Make room and run the same command again.');
  }
  return error;
}
