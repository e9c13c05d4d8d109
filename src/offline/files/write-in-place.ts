import { folderAt } from './folder-files.ts';
import type { WriteFile } from './writable-folder.ts';

/** Only workers have it, so the types of pages lack it. Safari's methods were asynchronous until 16.4. */
interface SyncAccessHandle {
  write(bytes: Uint8Array, options: { readonly at: number }): number | Promise<number>;
  truncate(size: number): void | Promise<void>;
  flush(): void | Promise<void>;
  close(): void | Promise<void>;
}

type FileHandle = FileSystemFileHandle & { createSyncAccessHandle(): Promise<SyncAccessHandle> };

/** Writes from the first byte to the last: a worker that dies leaves the beginning of a new file. */
export const writeInPlace: WriteFile = async (root, path, content) => {
  const bytes = new Uint8Array(await content.arrayBuffer());
  const folder = await folderAt(root, path.slice(0, -1));
  const handle = await folder.getFileHandle(path.at(-1) ?? '', { create: true });
  const access = await (handle as FileHandle).createSyncAccessHandle();
  try {
    const written = await access.write(bytes, { at: 0 });
    if (written < bytes.length) throw new DOMException('Not all was written', 'QuotaExceededError');
    await access.truncate(bytes.length);
    await access.flush();
  } finally {
    await access.close();
  }
};
