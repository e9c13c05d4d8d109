import type { Client } from '#api/client.ts';
import type { SavedSession } from '#api/saved-session.ts';
import type { SetName } from '#offline/outbox/rows.ts';
import type { Backoff } from '#offline/sending/device-backoff.ts';
import type { Clock } from '#offline/sending/drainer.ts';
import type { AccountStore } from '#offline/stores/account-store.ts';
import type { IndexedDb } from '#offline/stores/indexed-db.ts';
import type { FirstPaintCache } from '#offline/views/first-paint-cache.ts';

/** The page's session, as the device's database follows and corrects it. */
export interface PageSession {
  readonly noted: () => SavedSession;
  /** Takes over what the database has, where that is newer. */
  readonly adopt: (noted: SavedSession) => void;
  /** Once the database was asked whom local storage has lost. */
  readonly whenKnown: () => Promise<void>;
}

/** what the device is made of; the page brings the real ones, a test its own. */
export interface DeviceParts {
  readonly request: Client['request'];
  readonly ask: Client['ask'];
  /** The account of the session at this moment; null for a visitor. */
  readonly accountId: () => string | null;
  readonly session: PageSession;
  readonly clock: Clock;
  /** In [0, 1). */
  readonly random: () => number;
  /** A new UUID. */
  readonly newId: () => string;
  /** Runs `task` while no other tab runs one of the same name, as far as the browser can promise; by default by its Web Locks. */
  readonly lock?: <T>(name: string, task: () => Promise<T>) => Promise<T>;
  readonly firstPaint: FirstPaintCache;
  /** Null: the browser's own. */
  readonly idb: IndexedDb | null;
  /** Opens the rows of one account; by default in that IndexedDB. */
  readonly openStore?: (name: string, idb: IndexedDb | null) => Promise<AccountStore>;
  /** The sets that the server answers. */
  readonly sets: readonly SetName[];
}

/** What engines are opened with, in a page or in the worker. */
export type EngineSettings = Omit<DeviceParts, 'firstPaint' | 'session'>;

/** What an engine is made of. */
export type EngineParts = EngineSettings &
  Required<Pick<EngineSettings, 'lock'>> & { readonly backoff: Backoff };

export interface SyncOptions {
  /** The buyer pressed for it: the one thing that ignores the backoff. */
  readonly pressed?: boolean;
}
