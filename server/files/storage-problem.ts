import { fileMessages } from '#contract/studio-files.ts';
import { Problem } from '../http/problem.ts';

const sqliteIoError = 10;
const sqliteFull = 13;

/** What became of writing to a disk that is full or fails, files and database alike; null for anything else. */
export function storageProblem(error: unknown): Problem | null {
  if (!(error instanceof Error)) return null;
  const code: unknown = Reflect.get(error, 'code');
  const sqlite: unknown = Reflect.get(error, 'errcode');
  // The upper bits of SQLite's codes say where in the file system it was.
  const kind = typeof sqlite === 'number' ? sqlite & 0xff : null;
  if (code === 'ENOSPC' || code === 'EDQUOT' || kind === sqliteFull) {
    return new Problem('NO_SPACE', fileMessages.diskFull);
  }
  if (code === 'EIO' || code === 'EROFS' || kind === sqliteIoError) {
    return new Problem('UNAVAILABLE', fileMessages.diskFails, { retryAfter: 60 });
  }
  return null;
}

/** `work`, with a failing disk told to whoever asked for it. */
export async function tellStorage<T>(work: () => Promise<T>): Promise<T> {
  try {
    return await work();
  } catch (error) {
    throw storageProblem(error) ?? error;
  }
}
