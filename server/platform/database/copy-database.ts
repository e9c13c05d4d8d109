import { backup, type DatabaseSync } from 'node:sqlite';
import { syncPath } from '../files/sync-path.ts';

/** Copies all pages in one step: with smaller steps, every commit of another connection would restart the copy. */
const allPages = 2 ** 31 - 1;

/**
 * Copies the database as it is now into a new file. Once this resolves, the copy is on the disk and needs no
 * other file beside it. Doesn't block writers, unless `source` is the connection they use.
 */
export async function copyDatabase(source: DatabaseSync, path: string): Promise<void> {
  await backup(source, path, { rate: allPages });
  await syncPath(path);
}
