import { type FileState, partsOf, type SavedFile, type SavedFiles } from './file-place.ts';

/** The folder in the browser's private file system with each account's folder of bought files. */
export const boughtFolder = 'bought-files';

export const stateName = 'state.json';

/** The root of the browser's private file system; null if it has none or blocks it. */
export async function privateFolder(): Promise<FileSystemDirectoryHandle | null> {
  try {
    return await navigator.storage.getDirectory();
  } catch {
    return null;
  }
}

/**
 * The files in the browser's private file system: each is a folder with `state.json` and one file per run of bytes, named
 * after the position of its first byte. Of a run that was interrupted, there is nothing, or its beginning.
 */
export function folderFiles(root: FileSystemDirectoryHandle): SavedFiles {
  const folder = (...path: readonly string[]) =>
    folderAt(root, [boughtFolder, ...path]).catch(ifAbsent);
  return {
    async list(accountId) {
      const files = new Map<string, SavedFile>();
      const account = await folder(accountId);
      if (!account) return files;
      for await (const [key, entry] of account.entries()) {
        if (entry.kind !== 'directory') continue;
        const file = await readFile(entry as FileSystemDirectoryHandle);
        if (file) files.set(key, file);
      }
      return files;
    },
    async read(accountId, key) {
      const found = await folder(accountId, key);
      return found ? readFile(found) : null;
    },
    async remove(accountId, key) {
      const account = await folder(accountId);
      if (account) await removeFolder(account, key);
    },
    async forget(isForgotten) {
      const bought = await folder();
      if (!bought) return;
      const forgotten: string[] = [];
      for await (const [name] of bought.entries()) if (isForgotten(name)) forgotten.push(name);
      for (const name of forgotten) await removeFolder(bought, name);
    },
  };
}

/** @throws NotFoundError if there is no such folder */
export async function folderAt(
  root: FileSystemDirectoryHandle,
  path: readonly string[],
  create = false,
): Promise<FileSystemDirectoryHandle> {
  let folder = root;
  for (const name of path) folder = await folder.getDirectoryHandle(name, { create });
  return folder;
}

/** Null without a state, or with half of one: a page that died while writing it leaves that. */
async function readFile(folder: FileSystemDirectoryHandle): Promise<SavedFile | null> {
  try {
    let state: FileState | null = null;
    const runs = new Map<number, File>();
    for await (const [name, handle] of folder.entries()) {
      if (handle.kind !== 'file') continue;
      const file = await (handle as FileSystemFileHandle).getFile();
      if (name === stateName) state = JSON.parse(await file.text());
      else runs.set(Number(name), file);
    }
    return state && { state, parts: partsOf(runs) };
  } catch {
    return null;
  }
}

/** How long to retry: a write in progress locks its folder for some ms. */
const patience = { tries: 30, ms: 100 };

/** Deletes a folder with its contents as soon as nobody writes there. Does nothing if it doesn't exist. */
async function removeFolder(folder: FileSystemDirectoryHandle, name: string): Promise<void> {
  for (let tries = 1; ; tries += 1) {
    try {
      await folder.removeEntry(name, { recursive: true }).catch(ifAbsent);
      return;
    } catch (error) {
      if (tries === patience.tries) throw error;
      await new Promise((resolve) => setTimeout(resolve, patience.ms));
    }
  }
}

/**
 * Returns undefined for a missing entry.
 * @throws any other error
 */
function ifAbsent(error: unknown): undefined {
  if (error instanceof DOMException && error.name === 'NotFoundError') return;
  throw error;
}
