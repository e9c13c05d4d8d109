import { readdir, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { isFilePath } from './file-paths.ts';
import type { ListedFile } from './file-store.ts';
import { unlessAbsent } from './unless-absent.ts';

/** The names of a store's folders within folders: the beginning of a digest, or a whole one. */
const folderPattern = /^([0-9a-f]{2}|[0-9a-f]{64})$/;

/**
 * The store's own files in these folders below `directory`. Leaves out what is deleted meanwhile, and what a
 * system keeps there for itself, such as `lost+found`.
 * @throws if a folder or file can't be read, so that no list is taken for a complete one
 */
export async function* listOnDisk(
  directory: string,
  folders: readonly string[],
): AsyncGenerator<ListedFile> {
  for (const folder of folders) {
    for (const name of (await unlessAbsent(readdir(join(directory, folder)))) ?? []) {
      const path = `${folder}/${name}`;
      const isFile = isFilePath(path);
      if (!isFile && !folderPattern.test(name)) continue;
      const found = await unlessAbsent(stat(join(directory, path)));
      if (isFile && found?.isFile()) yield { path, bytes: found.size };
      else if (found?.isDirectory()) yield* listOnDisk(directory, [path]);
    }
  }
}
