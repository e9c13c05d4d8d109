/** The IndexedDB to open databases in: the browser's own, or a test's. */
export interface IndexedDb {
  readonly indexedDB: IDBFactory;
  readonly IDBKeyRange: typeof globalThis.IDBKeyRange;
}

/**
 * Options of every database here. A commit resolves only once it is on disk, and nothing is shown before its
 * commit, as Dexie's cache would do.
 */
export const deviceDatabaseOptions = {
  chromeTransactionDurability: 'strict',
  cache: 'disabled',
} as const;
