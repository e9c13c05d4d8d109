import { createReadStream } from 'node:fs';
import { mkdir, rm, stat } from 'node:fs/promises';
import { join } from 'node:path';
import type { BucketSetting } from '../../platform/bucket-setting.ts';
import { writeFile } from '../../platform/files/disk.ts';
import { allFolders } from '../../platform/files/file-paths.ts';
import type { ListedFile } from '../../platform/files/file-store.ts';
import { listOnDisk } from '../../platform/files/list-on-disk.ts';
import { moveMark } from '../../platform/files/move-mark.ts';
import { listInBucket, openBucket, previewHeaders } from '../../platform/files/s3/bucket-store.ts';
import { whileSpooled } from '../../platform/files/s3/spooled-source.ts';
import { syncPath } from '../../platform/files/sync-path.ts';
import { spoolFolder } from '../../platform/files/unfinished-folders.ts';
import { unlessAbsent } from '../../platform/files/unless-absent.ts';

/** A store's files by path. The paths are the same in every store. */
export interface FileSource {
  readonly name: string;
  list(): AsyncIterable<ListedFile>;
  read(path: string): AsyncIterable<Uint8Array>;
}

/** A store that files can be moved to, too. */
export interface FilePlace extends FileSource {
  /** Stores a file completely or, if `source` throws, not at all. */
  write(path: string, source: AsyncIterable<Uint8Array>): Promise<void>;
  /** Removes the mark of a part, if it has one. */
  unmark(): Promise<void>;
  /** Whether it has only a part of a shop's files, because a move into it was interrupted. */
  isPart(): Promise<boolean>;
}

export async function openDiskPlace(directory: string): Promise<FilePlace> {
  await mkdir(join(directory, spoolFolder), { recursive: true });
  return {
    name: directory,
    // Parts too, so that the studio's unfinished uploads go on.
    list: () => listOnDisk(directory, allFolders),
    read: (path) => createReadStream(join(directory, path)) as AsyncIterable<Uint8Array>,
    async write(path, source) {
      await writeFile(directory, source, () => path);
    },
    async unmark() {
      await rm(join(directory, moveMark), { force: true });
      await syncPath(directory);
    },
    isPart: async () => (await unlessAbsent(stat(join(directory, moveMark)))) !== null,
  };
}

/** Files are spooled to `directory` first, because a bucket must know a file's digest before it is sent. */
export async function openBucketPlace(
  setting: BucketSetting,
  directory: string,
): Promise<FilePlace> {
  const unfinished = join(directory, spoolFolder);
  await mkdir(unfinished, { recursive: true });
  const bucket = await openBucket(setting);
  return {
    name: `the bucket ${setting.bucket}`,
    list: () => listInBucket(bucket, allFolders),
    read: (path) => bucket.read(path),
    async write(path, source) {
      const isPreview = path.startsWith('previews/');
      const headers = isPreview ? { headers: previewHeaders(path) } : {};
      await whileSpooled(unfinished, source, (spooled) => bucket.put(path, spooled, headers));
    },
    unmark: () => bucket.remove(moveMark),
    isPart: async () => (await bucket.find(moveMark)) !== null,
  };
}
