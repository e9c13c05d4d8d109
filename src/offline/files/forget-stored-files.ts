/** The folder in the browser's private file system with each account's folder of bought files. */
export const boughtFolder = 'bought-files';

/** The root of the browser's private file system; null if it has none or blocks it. */
export async function privateFolder(): Promise<FileSystemDirectoryHandle | null> {
  try {
    return await navigator.storage.getDirectory();
  } catch {
    return null;
  }
}

/** How long to retry: a write in progress locks its folder for some ms. */
const patience = { tries: 30, ms: 100 };

/**
 * Deletes every bought file of an account from this device, complete or not.
 * @throws if the browser still refuses after 3 s.
 */
export async function forgetStoredFiles(
  accountId: string,
  root: Promise<FileSystemDirectoryHandle | null> = privateFolder(),
): Promise<void> {
  const folder = await boughtFiles(root);
  if (folder) await removeFolder(folder, accountId);
}

/** The folder of all accounts' bought files; undefined if nothing was ever stored. */
function boughtFiles(root: Promise<FileSystemDirectoryHandle | null>) {
  return root.then((found) => found?.getDirectoryHandle(boughtFolder)).catch(ifAbsent);
}

/** Like `forgetStoredFiles`, for every account but this one. */
export async function forgetOthersFiles(
  accountId: string,
  root: Promise<FileSystemDirectoryHandle | null> = privateFolder(),
): Promise<void> {
  const folder = await boughtFiles(root);
  if (!folder) return;
  const others: string[] = [];
  for await (const [name] of folder.entries()) if (name !== accountId) others.push(name);
  for (const name of others) await removeFolder(folder, name);
}

/** Deletes a folder with its contents as soon as nobody writes there. Does nothing if it doesn't exist. */
export async function removeFolder(folder: FileSystemDirectoryHandle, name: string): Promise<void> {
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
export function ifAbsent(error: unknown): undefined {
  if (error instanceof DOMException && error.name === 'NotFoundError') return;
  throw error;
}
