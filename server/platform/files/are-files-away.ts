import type { FileStore } from './file-store.ts';

/** Whether no file can be read, and not only one. */
export function areFilesAway(files: Pick<FileStore, 'check'>): Promise<boolean> {
  return files.check().then(
    () => false,
    () => true,
  );
}
