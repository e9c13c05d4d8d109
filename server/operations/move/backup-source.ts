import { createHash } from 'node:crypto';
import { createReadStream } from 'node:fs';
import { mkdir, rm, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { CommandError } from '../../platform/command-error.ts';
import { databaseFile } from '../../platform/database/sqlite.ts';
import { writeFile } from '../../platform/files/disk.ts';
import { spoolFolder, unfinishedFolders } from '../../platform/files/unfinished-folders.ts';
import { type BackedUpFile, isOfBucket } from '../backups/manifest.ts';
import { readBackup } from '../backups/read-backup.ts';
import type { FileSource } from './file-place.ts';

/** A backup as what moves. Nothing is written into its folder. */
export interface BackupSource {
  /** Has a copy of the backup's database, because opening one may change it. */
  readonly dataDir: string;
  readonly files: FileSource;
  /** Removes the copy. */
  close(): Promise<void>;
}

/**
 * Opens the backup in `folder`, with its copy below `dataDir`. Every byte that is read is compared with the backup's
 * manifest.
 * @throws CommandError if there is no complete backup, if its files are in a bucket, or if its database is damaged
 */
export async function openBackupSource(folder: string, dataDir: string): Promise<BackupSource> {
  const { files } = await manifestOf(folder);
  const read = (path: string) => intact(folder, path, files.get(path));
  const copy = join(dataDir, unfinishedFolders.move);
  const close = () => rm(copy, { recursive: true, force: true });
  // One of a move that was killed.
  await close();
  await mkdir(join(copy, spoolFolder), { recursive: true });
  try {
    await writeFile(copy, read(databaseFile), () => databaseFile);
  } catch (error) {
    await close();
    throw error;
  }
  return {
    dataDir: copy,
    files: {
      name: folder,
      async *list() {
        for (const file of files.values()) if (file.path !== databaseFile) yield file;
      },
      read,
    },
    close,
  };
}

async function manifestOf(folder: string) {
  const found = await stat(folder).catch(() => null);
  if (!found?.isDirectory()) {
    throw new CommandError(
      `${folder} is not a folder${found ? '. Unpack a downloaded backup first, with tar -xf' : ''}.`,
    );
  }
  const manifest = await readBackup(folder);
  if (!isOfBucket(manifest)) return manifest;
  throw new CommandError(
    `The files of the backup in ${folder} are in a bucket. Set DATABASE_URL and FILES_URL, and restore it with npm run restore.`,
  );
}

/** The bytes of a backup's file. They throw after the last one if they aren't those that were backed up. */
async function* intact(
  folder: string,
  path: string,
  expected: BackedUpFile | undefined,
): AsyncGenerator<Uint8Array> {
  const hash = createHash('sha256');
  try {
    for await (const chunk of createReadStream(join(folder, path)) as AsyncIterable<Uint8Array>) {
      hash.update(chunk);
      yield chunk;
    }
  } catch (error) {
    if (Reflect.get(error as object, 'code') !== 'ENOENT') throw error;
    throw new CommandError(`The backup is incomplete: ${path} is missing in ${folder}.`);
  }
  if (hash.digest('hex') === expected?.sha256) return;
  throw new CommandError(
    `${path} in ${folder} is damaged: it differs from what was backed up. Use another backup.`,
  );
}
