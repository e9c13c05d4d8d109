/** The folder, in the browser's private file system, that holds a folder of bought files for each account. */
export const boughtFolder = 'bought-files';

/** The root of the browser's private file system; null where it has none or blocks it. */
export async function privateFolder(): Promise<FileSystemDirectoryHandle | null> {
  try {
    return await navigator.storage.getDirectory();
  } catch {
    return null;
  }
}

/** A write under way holds its folder for some ms. */
const patience = { tries: 30, ms: 100 };

/**
 * Deletes every bought file that this device holds of an account, whole or begun.
 * @throws when the browser refuses it for 3 s.
 */
export async function forgetStoredFiles(
  accountId: string,
  root: Promise<FileSystemDirectoryHandle | null> = privateFolder(),
): Promise<void> {
  const folder = await boughtFiles(root);
  if (folder) await removeFolder(folder, accountId);
}

/** The folder of all accounts' bought files; undefined where nothing was kept. */
function boughtFiles(root: Promise<FileSystemDirectoryHandle | null>) {
  return root.then((found) => found?.getDirectoryHandle(boughtFolder)).catch(ifAbsent);
}

/** As `forgetKeptFiles`, for every account but this one. */
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

/** Deletes a folder and all in it, as soon as nobody writes there; one that isn't there is fine. */
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

/** Undefined for what isn't there. @throws any other problem */
export function ifAbsent(error: unknown): undefined {
  if (error instanceof DOMException && error.name === 'NotFoundError') return;
  throw error;
}
