import { measureDisk } from './storage-gauge.ts';

/** Thrown before a write for which the disk hasn't enough room. Its code is the one that a full disk has. */
class NoRoom extends Error {
  override name = 'NoRoom';
  readonly code = 'ENOSPC';
}

/** @throws NoRoom if the disk of `directory` has less than `bytes` free */
export async function assertRoom(directory: string, bytes: number): Promise<void> {
  const { freeBytes } = await measureDisk(directory);
  if (freeBytes < bytes)
    throw new NoRoom(`${directory} has room for ${freeBytes} of ${bytes} bytes`);
}
