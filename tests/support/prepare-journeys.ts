import { mkdtempSync, rmSync, statfsSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { drawnStudio } from './test-studio.ts';

const memory = '/dev/shm';
const neededBytes = 2 * 1024 ** 3;

/**
 * Draws the tests' studio before the first journey, so that no journey waits for it, and puts what shops and
 * browsers store into memory, if there is room: on a disk, every one of their commits waits for it.
 * Returns how to remove what they left.
 */
export default async function prepareJourneys(): Promise<() => void> {
  await drawnStudio();
  const folder = mkdtempSync(join(hasRoom(memory) ? memory : tmpdir(), 'pinwheel-journeys-'));
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
