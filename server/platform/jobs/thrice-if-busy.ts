import { storageFailure } from '../http/storage-problem.ts';

const most = 3;

/**
 * Runs work on one row of many, up to three times if the database takes too long for it. After that it is the row's
 * fault: its failure is to be recorded, which fails too if the database is slow for everything.
 */
export async function thriceIfBusy<T>(work: () => Promise<T>): Promise<T> {
  for (let tries = 1; ; tries += 1) {
    try {
      return await work();
    } catch (error) {
      if (tries === most || storageFailure(error) !== 'busy') throw error;
    }
  }
}

/** Whether work on every row would fail, so that this one is tried again later. `error` comes from `thriceIfBusy`. */
export function isOutage(error: unknown): boolean {
  const failure = storageFailure(error);
  return failure !== null && failure !== 'busy';
}
