import { backup, type DatabaseSync } from 'node:sqlite';
import { syncPath } from '../files/sync-path.ts';

/** All pages in one step: in smaller ones every commit of another connection would begin it anew. */
const allPages = 2 ** 31 - 1;

/**
 * Copies a database as it is now into a new file, which is on the disk and needs no other beside it
 * once this resolves. Nobody who writes meanwhile waits, as long as `source` isn't what they write with.
 */
export async function copyDatabase(source: DatabaseSync, path: string): Promise<void> {
  await backup(source, path, { rate: allPages });
  await syncPath(path);
}
