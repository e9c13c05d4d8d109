import type { Kysely } from 'kysely';
import type { Tables } from './tables.ts';

/** What a piece of work inside a writing transaction gets. */
export type Transaction = Kysely<Tables>;

/**
 * The database as the server sees it, whatever the engine: a reader that never waits behind
 * writes, and writing transactions. What `write` resolved is durable.
 */
export interface Database {
  readonly read: Kysely<Tables>;
  /**
   * Runs `work` in a writing transaction and resolves after the commit. When `work` throws,
   * nothing of it stays and the error comes back. `work` must not wait for anything but `tx`.
   */
  write<T>(work: (tx: Transaction) => Promise<T>): Promise<T>;
  /** Copies all of it, as it is now, into a new file; resolves when that is whole and on the disk. */
  copyTo(path: string): Promise<void>;
  close(): Promise<void>;
}
