import { Dexie } from 'dexie';
import { type PageSleep, pageSleep } from './page-sleep.ts';

/** The IndexedDB to open databases in: the browser's own, or a test's. */
export interface IndexedDb {
  readonly indexedDB: IDBFactory;
  readonly IDBKeyRange: typeof globalThis.IDBKeyRange;
  /** Of the page that opens them. Default: this one's. */
  readonly sleep?: PageSleep;
}

export const sleepOf = (idb: IndexedDb | null): PageSleep => idb?.sleep ?? pageSleep;

/**
 * Options of every database here. A commit resolves only once it is on disk, and nothing is shown before its
 * commit, as Dexie's cache would do.
 */
export function deviceDatabaseOptions(idb: IndexedDb | null) {
  const { indexedDB, IDBKeyRange } = idb ?? Dexie.dependencies;
  return {
    // None where the browser refuses it.
    indexedDB: indexedDB && sleepOf(idb).guarding(indexedDB),
    IDBKeyRange,
    chromeTransactionDurability: 'strict',
    cache: 'disabled',
  } as const;
}
