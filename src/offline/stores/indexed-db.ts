/** What IndexedDB a database opens on; the browser's own unless a test brings another. */
export interface IndexedDb {
  readonly indexedDB: IDBFactory;
  readonly IDBKeyRange: typeof globalThis.IDBKeyRange;
}

/**
 * How every database here is opened: a commit is on the disk before it is told, and nothing is
 * shown before its commit, which Dexie's cache would do.
 */
export const deviceDatabaseOptions = {
  chromeTransactionDurability: 'strict',
  cache: 'disabled',
} as const;
