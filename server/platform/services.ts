import type { Logger } from 'pino';
import type { CatalogueFeed } from '../catalogue/feed.ts';
import type { BuiltShop } from '../documents/built-shop.ts';
import type { PaymentGateway } from '../orders/payments/gateway.ts';
import type { Database } from './database/open.ts';
import type { Env } from './env.ts';
import type { FileStore } from './files/file-store.ts';
import type { StorageGauge } from './files/storage-gauge.ts';
import type { Passwords } from './sign-in/passwords.ts';

/** What the server is made of; `createApp` takes them, `run.ts` and tests make them. */
export interface Services {
  readonly env: Env;
  readonly log: Logger;
  readonly clock: () => Date;
  readonly database: Database;
  readonly catalogue: CatalogueFeed;
  readonly files: FileStore;
  readonly storage: StorageGauge;
  readonly gateway: PaymentGateway;
  readonly passwords: Passwords;
  /** Signs download links; 32 bytes kept in the database. */
  readonly signingKey: Buffer;
  /** The built shop; null where only the API is served. */
  readonly shop: BuiltShop | null;
  /** The folder of the built back office; null where it isn't served. */
  readonly studioApp: string | null;
  /** How much memory the public answers kept ready may take; see createPublicAnswers. */
  readonly answerBytes: number;
  /** Multiplies every limit; a fuzz run raises it. */
  readonly limitFactor: number;
}
