import { createHash } from 'node:crypto';
import { constants, createReadStream } from 'node:fs';
import { copyFile, link, mkdir } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import {
  checkIntegrity,
  damagedDatabase,
  isFull,
  openProblem,
} from '../../platform/database/check-database.ts';
import { inThread } from '../../platform/database/in-thread.ts';
import type { Database } from '../../platform/database/open.ts';
import { databaseFile } from '../../platform/database/sqlite.ts';
import { assertRoom } from '../../platform/files/assert-room.ts';
import { backupsFolder } from '../../platform/files/backups-folder.ts';
import { fileFolders } from '../../platform/files/file-paths.ts';
import type { ListedFile, StoreUnreachable } from '../../platform/files/file-store.ts';
import { listOnDisk } from '../../platform/files/list-on-disk.ts';
import { syncPath } from '../../platform/files/sync-path.ts';
import type { BackupKind, BackupProgress } from '../../platform/settings/backup-run.ts';
import { backupName, newestBackup, readManifest, removeBackup } from './backup-folder.ts';
import { bucketListing, writeListing } from './bucket-listing.ts';
import { type BackedUpFile, type BackupSummary, writeManifest } from './manifest.ts';

export interface MadeBackup {
  readonly name: string;
  readonly summary: BackupSummary;
  /** Why the files in the bucket couldn't be listed; null if they could, or there is none. */
  readonly unlisted: StoreUnreachable | null;
}

/**
 * Makes a backup: first the database, then the files, so that each file that a row refers to is included.
 * Files never change, so they are hard-linked where the disk allows it, and a file listed in an earlier
 * backup isn't hashed again. Files in a bucket are `listed` and stay there; if they can't be listed, the summary says so.
 * On any other failure, or once `signal` is aborted, rejects and leaves nothing behind.
 * @throws DatabaseProblem if the database is damaged
 */
export async function makeBackup(
  database: Database,
  dataDir: string,
  {
    now,
    kind,
    signal,
    listed = null,
  }: {
    readonly now: Date;
    readonly kind: BackupKind;
    readonly signal: AbortSignal;
    /** The files that are in a bucket. */
    readonly listed?: AsyncIterable<ListedFile> | null;
  },
  onProgress: (progress: BackupProgress) => void,
): Promise<MadeBackup> {
  const name = backupName(now, kind);
  const folder = join(backupsFolder(dataDir), name);
  await mkdir(folder, { recursive: true });
  try {
    const before = await previousBackup(dataDir);
    // A failed backup is made again each hour, and would fill the disk each time.
    await assertRoom(folder, before.files.get(databaseFile)?.bytes ?? 0);
    const { migration, rows } = await copyWhole(database, dataDir, join(folder, databaseFile));
    const paths: ListedFile[] = [];
    for await (const file of listOnDisk(dataDir, fileFolders)) paths.push(file);
    const totalBytes = paths.reduce((sum, { bytes }) => sum + bytes, 0);
    const files: BackedUpFile[] = [await describe(folder, databaseFile)];
    const unlisted = listed && (await writeListing(folder, listed));
    if (listed && !unlisted) files.push(await describe(folder, bucketListing));
    const folders = new Set([folder, backupsFolder(dataDir)]);
    let doneBytes = 0;
    for (const { path, bytes } of paths) {
      signal.throwIfAborted();
      folders.add(dirname(join(folder, path)));
      // A file deleted in the meantime, by a buyer or by retention, isn't in later backups either.
      const known = before.files.get(path);
      const sources = [dataDir, ...(known ? [before.folder] : [])].map((each) => join(each, path));
      if (await place(sources, join(folder, path))) {
        files.push(known?.bytes === bytes ? known : await describe(folder, path));
      }
      doneBytes += bytes;
      onProgress({ doneBytes, totalBytes });
    }
    for (const each of folders) await syncPath(each);
    const bytes = files.reduce((sum, file) => sum + file.bytes, 0);
    const madeAt = now.toISOString();
    const totals = { rows, files: files.length, bytes };
    const isUnlisted = unlisted !== null;
    const summary = { format: 1, madeAt, migration, ...totals, isUnlisted } as const;
    signal.throwIfAborted();
    await writeManifest(folder, summary, files);
    return { name, summary, unlisted };
  } catch (error) {
    await removeBackup(dataDir, name);
    throw error;
  }
}

/** Copies the database and checks the whole copy, because damaged backups must not replace intact ones. */
async function copyWhole(
  database: Database,
  dataDir: string,
  copy: string,
): Promise<Pick<BackupSummary, 'migration' | 'rows'>> {
  try {
    await database.copyTo(copy);
  } catch (error) {
    throw isFull(error) ? error : openProblem(error, dataDir, databaseFile);
  }
  const [found] = await checkIntegrity(copy);
  if (found !== undefined) throw damagedDatabase(dataDir, databaseFile, found);
  return inThread(new URL('./copy-worker.ts', import.meta.url), copy);
}

/** The previous backup, with its files by path: a file never changes under its path. */
async function previousBackup(
  dataDir: string,
): Promise<{ readonly folder: string; readonly files: ReadonlyMap<string, BackedUpFile> }> {
  const newest = await newestBackup(dataDir);
  const manifest = newest && (await readManifest(dataDir, newest.name));
  return {
    folder: join(backupsFolder(dataDir), newest?.name ?? ''),
    files: manifest?.files ?? new Map(),
  };
}

/**
 * Puts a file into the backup, as a hard link to one of `sources` where possible: backups may be on a disk of
 * their own, which then has the file of the previous backup. Returns false if the first source no longer
 * exists.
 */
async function place(sources: readonly string[], to: string): Promise<boolean> {
  await mkdir(dirname(to), { recursive: true });
  for (const source of sources) {
    try {
      await link(source, to);
      return true;
    } catch (error) {
      if (isAbsent(error) && source === sources[0]) return false;
    }
  }
  try {
    await copyFile(sources[0] ?? '', to, constants.COPYFILE_FICLONE);
  } catch (error) {
    if (isAbsent(error)) return false;
    throw error;
  }
  await syncPath(to);
  return true;
}

async function describe(folder: string, path: string): Promise<BackedUpFile> {
  const hash = createHash('sha256');
  let bytes = 0;
  for await (const chunk of createReadStream(join(folder, path))) {
    hash.update(chunk as Buffer);
    bytes += (chunk as Buffer).byteLength;
  }
  return { path, sha256: hash.digest('hex'), bytes };
}

function isAbsent(error: unknown): boolean {
  return Reflect.get(error as object, 'code') === 'ENOENT';
}
