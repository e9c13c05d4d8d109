import type { FilePlace, FileState } from './file-place.ts';
import { boughtFolder, folderAt, folderFiles, stateName } from './folder-files.ts';

/** Writes a file of the private file system. @throws NotFoundError if its folder was deleted */
export type WriteFile = (
  root: FileSystemDirectoryHandle,
  path: readonly [...folders: string[], name: string],
  content: Blob,
) => Promise<void>;

/** A state is replaced by one of the same length, so that even a write in place leaves no half of either. */
const stateLength = 1024;

/** The private file system as a place for new files. */
export function writableFolder(root: FileSystemDirectoryHandle, write: WriteFile): FilePlace {
  const writeState = (accountId: string, key: string, state: FileState) => {
    const text = JSON.stringify(state).padEnd(stateLength);
    return write(root, [boughtFolder, accountId, key, stateName], new Blob([text]));
  };
  return {
    ...folderFiles(root),
    maxBytes: Number.POSITIVE_INFINITY,
    async create(accountId, key, state) {
      await folderAt(root, [boughtFolder, accountId, key], true);
      await writeState(accountId, key, state);
    },
    writeState,
    async writeRun(accountId, key, at, bytes) {
      const path = [boughtFolder, accountId, key] as const;
      await write(root, [...path, String(at)], bytes);
      const folder = await folderAt(root, path);
      return (await folder.getFileHandle(String(at))).getFile();
    },
  };
}

/** Writes all of the new content, or leaves the old. */
export const writeWhole: WriteFile = async (root, path, content) => {
  const folder = await folderAt(root, path.slice(0, -1));
  const handle = await folder.getFileHandle(path.at(-1) ?? '', { create: true });
  const writable = await handle.createWritable();
  try {
    await writable.write(content);
    await writable.close();
  } catch (error) {
    await writable.abort().catch(() => {});
    throw error;
  }
};
