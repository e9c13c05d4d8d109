import type { Logger } from 'pino';
import type { Database } from '../database/open.ts';
import type { Env } from '../env.ts';
import type { FileStore } from '../files/file-store.ts';
import type { StorageGauge } from '../files/storage-gauge.ts';

/** Hashes passwords for storage and verifies them. */
export interface Passwords {
  hash(password: string): Promise<string>;
  /** Takes the same time whatever `stored` is. False if it is null, because there is no account. */
  matches(password: string, stored: string | null): Promise<boolean>;
}

/** The services that every area of the server uses. */
export interface Services {
  readonly env: Env;
  readonly log: Logger;
  readonly clock: () => Date;
  readonly database: Database;
  readonly files: FileStore;
  readonly storage: StorageGauge;
  readonly passwords: Passwords;
  /** Signs download links; 32 bytes stored in the database. */
  readonly signingKey: Buffer;
  /** Multiplies every limit; raised by fuzz tests. */
  readonly limitFactor: number;
}
