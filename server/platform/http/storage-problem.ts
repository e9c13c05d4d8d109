import { storageMessages } from '#contract/shop/storage.ts';
import { fileMessages } from '#contract/studio/files.ts';
import { DatabaseProblem } from '../database/check-database.ts';
import { DatabaseUnavailable } from '../database/open.ts';
import { tookTooLong, unavailableCodes } from '../database/unavailable-codes.ts';
import { StoreUnreachable } from '../files/file-store.ts';
import { Problem } from './problem.ts';

const sqliteBusy = 5;
const sqliteIoError = 10;
const sqliteFull = 13;
const postgresFull = '53100';
/** PostgreSQL's codes for: out of resources, database dropped, I/O error. */
const postgresFailures = /^(53...|57P04|58...)$/;
/** After how many seconds a client may retry automatically. */
const retryAfter = 60;

type Failure = 'full' | 'busy' | 'fails' | 'unreachable';

/**
 * How storage failed: a full or failing disk, in files or the database, a busy database that another program kept
 * locked or whose statement took too long, or a bucket that can't be used; null for any other error.
 */
export function storageFailure(error: unknown): Failure | null {
  if (!(error instanceof Error)) return null;
  if (error instanceof StoreUnreachable) return 'unreachable';
  const code: unknown = Reflect.get(error, 'code');
  if (code === 'ENOSPC' || code === 'EDQUOT') return 'full';
  if (code === 'EIO' || code === 'EROFS') return 'fails';
  return databaseFailure(error);
}

/** The same, of the database alone. */
export function databaseFailure(error: unknown): Exclude<Failure, 'unreachable'> | null {
  if (!(error instanceof Error)) return null;
  if (error instanceof DatabaseProblem) return 'fails';
  if (error instanceof DatabaseUnavailable) {
    return databaseFailure(error.cause) === 'busy' ? 'busy' : 'fails';
  }
  const code: unknown = Reflect.get(error, 'code');
  const sqlite: unknown = Reflect.get(error, 'errcode');
  // The upper bits of SQLite's codes say which file operation failed.
  const kind = typeof sqlite === 'number' ? sqlite & 0xff : null;
  if (kind === sqliteFull || code === postgresFull) return 'full';
  if (kind === sqliteBusy || code === tookTooLong) return 'busy';
  if (kind === sqliteIoError) return 'fails';
  if (typeof code !== 'string') return null;
  return unavailableCodes.test(code) || postgresFailures.test(code) ? 'fails' : null;
}

/** Whether storage failed, so that the same write may succeed later. */
export function isStorageFailure(error: unknown): boolean {
  return storageFailure(error) !== null;
}

/** The problem answered for such a failure. */
export function storageProblem(failure: Exclude<Failure, 'busy'>): Problem {
  return problemOf(failure, storageMessages[failure]);
}

/** The same for staff, who can make room. Null if storage didn't fail. */
export function studioStorageProblem(error: unknown): Problem | null {
  const failure = storageFailure(error);
  if (failure === null) return null;
  const texts = {
    full: fileMessages.diskFull,
    busy: fileMessages.databaseBusy,
    fails: fileMessages.diskFails,
    unreachable: fileMessages.bucketFails,
  };
  return problemOf(failure, texts[failure]);
}

function problemOf(failure: Failure, text: string): Problem {
  return new Problem(failure === 'full' ? 'STORAGE_FULL' : 'UNAVAILABLE', text, { retryAfter });
}

/** Runs `work`, and throws a problem for staff if storage fails. */
export async function withStorageProblem<T>(work: () => Promise<T>): Promise<T> {
  try {
    return await work();
  } catch (error) {
    throw studioStorageProblem(error) ?? error;
  }
}

/** Runs a write that the request can do without: ignores a failure of the storage. */
export async function unlessStorageFails(write: () => Promise<unknown>): Promise<void> {
  try {
    await write();
  } catch (error) {
    if (!isStorageFailure(error)) throw error;
  }
}
