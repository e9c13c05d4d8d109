import type { Logger } from 'pino';
import type { CatalogueFeed } from './catalogue/feed.ts';
import type { Database } from './database/open.ts';
import type { Env } from './env.ts';
import type { FileStore } from './files/file-store.ts';
import type { PaymentGateway } from './payments/gateway.ts';

/** What the server is made of; `createApp` takes them, `main.ts` and tests make them. */
export interface Services {
  readonly env: Env;
  readonly log: Logger;
  readonly clock: () => Date;
  readonly database: Database;
  readonly catalogue: CatalogueFeed;
  readonly files: FileStore;
  readonly gateway: PaymentGateway;
  /** Signs download links; 32 bytes kept in the database. */
  readonly signingKey: Buffer;
  /** Multiplies every limit; a fuzz run raises it. */
  readonly limitFactor: number;
}
