import type { Kysely } from 'kysely';
import type { Tables } from './tables.ts';

/** The transaction passed to `Database.write`. */
export type Transaction = Kysely<Tables>;

/** What a query reads with: `Database.read`, or a transaction, which also sees its own changes. */
export type Reader = Kysely<Tables>;

/** Thrown by reads and writes if the database's server stays away. Of a write, it isn't known whether it took effect. */
export class DatabaseUnavailable extends Error {
  constructor(cause: unknown) {
    super('The database can’t be reached.', { cause });
    this.name = 'DatabaseUnavailable';
  }
}

/** What calls back until it is stopped. */
export interface Following {
  stop(): Promise<void>;
}

/**
 * The database, whatever the engine: reads that never wait for writes, and write transactions. Once `write`
 * resolves, its changes are durable.
 */
export interface Database {
  readonly read: Kysely<Tables>;
  /**
   * Runs `work` in a write transaction and resolves after the commit. If `work` throws, its changes are
   * rolled back and the error is rethrown. `work` must not await anything but `tx`.
   *
   * With an `owner`, such as an account's id, the owner's writes take turns, and others don't wait for them. Then
   * `work` may change only what is the owner's, and decide only by that and by what may change right after it
   * was read, such as whether a design is sold.
   */
  write<T>(work: (tx: Transaction) => Promise<T>, owner?: string): Promise<T>;
  /**
   * Calls `wake` soon after a change of the catalogue was committed, by any process. It may miss one, and with
   * SQLite knows of none, so whoever follows also looks every now and then.
   */
  onCatalogueChange(wake: () => void): Following;
  /** Copies the database as it is now into a new file; resolves when the copy is complete and on the disk. */
  copyTo(path: string): Promise<void>;
  close(): Promise<void>;
}
