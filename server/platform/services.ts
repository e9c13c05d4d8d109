import type { Logger } from 'pino';
import type { Database } from './database/open.ts';
import type { Env } from './env.ts';
import type { FileStore } from './files/file-store.ts';
import type { StorageGauge } from './files/storage-gauge.ts';

/** Turns passwords into what is stored, and back into yes or no. */
export interface Passwords {
  hash(password: string): Promise<string>;
  /** Does the same work whatever `stored` is; null, an account that isn't there, is always false. */
  matches(password: string, stored: string | null): Promise<boolean>;
}

/** What every area of the server works with. */
export interface Services {
  readonly env: Env;
  readonly log: Logger;
  readonly clock: () => Date;
  readonly database: Database;
  readonly files: FileStore;
  readonly storage: StorageGauge;
  readonly passwords: Passwords;
  /** Signs download links; 32 bytes kept in the database. */
  readonly signingKey: Buffer;
  /** Multiplies every limit; a fuzz run raises it. */
  readonly limitFactor: number;
}
