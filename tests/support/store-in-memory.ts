import { chmodSync, mkdtempSync, rmSync, statfsSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

const memory = '/dev/shm';
const neededBytes = 2 * 1024 ** 3;

/**
 * Has this process and those it starts put temporary files into memory, if there is room: on a disk, every
 * commit of a database waits for it. Returns how to remove what they left; Vitest calls it as its global setup.
 */
export default function storeInMemory(): () => void {
  const folder = mkdtempSync(join(hasRoom(memory) ? memory : tmpdir(), 'pinwheel-run-'));
  // Another user can run a server in it, but not see what else there is.
  chmodSync(folder, 0o711);
  process.env.TMPDIR = folder;
  return () => rmSync(folder, { recursive: true, force: true, maxRetries: 5 });
}

function hasRoom(folder: string): boolean {
  try {
    const { bavail, bsize } = statfsSync(folder);
    return bavail * bsize >= neededBytes;
  } catch {
    return false;
  }
}
