import type { IndexedDb } from '#offline/stores/indexed-db.ts';
import { DatabaseFiles, hasDatabaseFiles } from './database-files.ts';
import type { SavedFiles } from './file-place.ts';
import { folderFiles, privateFolder } from './folder-files.ts';

/** Every place on this device that may have bought files, whether or not new ones can be stored there. */
export async function savedPlaces(idb: IndexedDb | null = null): Promise<readonly SavedFiles[]> {
  // If the database can't be asked, it may have some: reading and deleting them fails then too, and isn't skipped.
  const asked = hasDatabaseFiles(idb).catch(() => true);
  const [root, isInDatabase] = await Promise.all([privateFolder(), asked]);
  return [...(root ? [folderFiles(root)] : []), ...(isInDatabase ? [new DatabaseFiles(idb)] : [])];
}
