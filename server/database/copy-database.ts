import { open } from 'node:fs/promises';
import { backup, type DatabaseSync } from 'node:sqlite';

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

/** Waits until a file, or the names in a folder, are on the disk. */
export async function syncPath(path: string): Promise<void> {
  const file = await open(path, 'r');
  try {
    await file.sync();
  } finally {
    await file.close();
  }
}
