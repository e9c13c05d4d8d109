import { storageMessages } from '#contract/shop/storage.ts';
import { fileMessages } from '#contract/studio/files.ts';
import { Problem } from './problem.ts';

const sqliteIoError = 10;
const sqliteFull = 13;
/** Seconds after which a client may try again by itself. */
const retryAfter = 60;

type Failure = 'full' | 'fails';

/** Whether an error is a disk's that is full or fails, of files and database alike; null for any other. */
export function storageFailure(error: unknown): Failure | null {
  if (!(error instanceof Error)) return null;
  const code: unknown = Reflect.get(error, 'code');
  const sqlite: unknown = Reflect.get(error, 'errcode');
  // The upper bits of SQLite's codes say where in the file system it was.
  const kind = typeof sqlite === 'number' ? sqlite & 0xff : null;
  if (code === 'ENOSPC' || code === 'EDQUOT' || kind === sqliteFull) return 'full';
  if (code === 'EIO' || code === 'EROFS' || kind === sqliteIoError) return 'fails';
  return null;
}

/** What a caller is answered for such a failure. */
export function storageProblem(failure: Failure): Problem {
  return failure === 'full'
    ? new Problem('STORAGE_FULL', storageMessages.full, { retryAfter })
    : new Problem('UNAVAILABLE', storageMessages.fails, { retryAfter });
}

/** The same for staff, who can make room. Null where the disk isn't at fault. */
export function studioStorageProblem(error: unknown): Problem | null {
  const failure = storageFailure(error);
  if (failure === null) return null;
  return failure === 'full'
    ? new Problem('STORAGE_FULL', fileMessages.diskFull, { retryAfter })
    : new Problem('UNAVAILABLE', fileMessages.diskFails, { retryAfter });
}

/** Runs `work` and throws a problem for staff where the disk is full or fails. */
export async function tellStorage<T>(work: () => Promise<T>): Promise<T> {
  try {
    return await work();
  } catch (error) {
    throw studioStorageProblem(error) ?? error;
  }
}

/** Runs a write that reading can do without: a disk that is full or fails is passed over. */
export async function unlessStorageFails(write: () => Promise<unknown>): Promise<void> {
  try {
    await write();
  } catch (error) {
    if (storageFailure(error) === null) throw error;
  }
}
