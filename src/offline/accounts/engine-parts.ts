import type { Client } from '#api/client.ts';
import type { SavedSession } from '#api/saved-session.ts';
import type { ListName, OpProblem } from '#offline/outbox/rows.ts';
import type { Backoff } from '#offline/sending/device-backoff.ts';
import type { Clock } from '#offline/sending/drainer.ts';
import type { AccountStore } from '#offline/stores/account-store.ts';
import type { IndexedDb } from '#offline/stores/indexed-db.ts';
import type { PageNote } from '#offline/stores/unsaved-note.ts';
import type { FirstPaintCache } from '#offline/views/first-paint-cache.ts';
import type { Discards } from './discards.ts';

/** The page's session, which the device's database records and corrects. */
export interface PageSession {
  readonly noted: () => SavedSession;
  /** Takes over the database's session if it is newer. */
  readonly adopt: (noted: SavedSession) => void;
  /** Resolves once the database was asked for a session that local storage lost. */
  readonly whenKnown: () => Promise<void>;
}

/** The dependencies of a device; the page passes real ones, a test its own. */
export interface DeviceParts {
  readonly request: Client['request'];
  readonly ask: Client['ask'];
  /** The account of the session right now; null for a visitor. */
  readonly accountId: () => string | null;
  readonly session: PageSession;
  readonly clock: Clock;
  /** Returns a number in [0, 1). */
  readonly random: () => number;
  /** Returns a new UUID. */
  readonly newId: () => string;
  /** Runs `task` while no other tab runs one with the same name, as far as the browser guarantees it. Default: Web Locks. */
  readonly lock?: <T>(name: string, task: () => Promise<T>) => Promise<T>;
  readonly firstPaint: FirstPaintCache;
  /** Records which accounts' rows are to be deleted. Missing in the worker, which has no local storage. */
  readonly discardNote?: PageNote;
  /** Records changes that the database didn't store. Missing in the worker. */
  readonly unsavedNote?: PageNote;
  /** Null: the browser's own IndexedDB. */
  readonly idb: IndexedDb | null;
  /** Opens the rows of one account; by default in `idb`. */
  readonly openStore?: (name: string, idb: IndexedDb | null) => Promise<AccountStore>;
  /** The lists that are fetched from the server. */
  readonly lists: readonly ListName[];
}

/** The dependencies of engines, in a page or in the worker. */
export type EngineSettings = Omit<DeviceParts, 'firstPaint' | 'session'>;

/** The dependencies of one engine. */
export type EngineParts = EngineSettings &
  Required<Pick<EngineSettings, 'lock'>> & {
    readonly backoff: Backoff;
    readonly discards: Discards;
  };

/** A visitor's rows that couldn't be read when an account was opened. They are merged once they can be. */
export interface LateMerge {
  readonly visitor: AccountStore;
  /** How many lines it added. */
  readonly added: Promise<number>;
}

/** The rows an engine works on, and the account they belong to. */
export interface OpenedRows {
  readonly store: AccountStore;
  /** Null: the visitor. */
  readonly accountId: string | null;
  readonly deviceId: string;
  readonly addedFromVisitor: number;
  /** Null: nothing is left to merge. */
  readonly lateMerge: LateMerge | null;
}

export interface SyncOptions {
  /** The buyer pressed a button for it; only that ignores the backoff. */
  readonly pressed?: boolean;
}

/** The result of a run. */
export interface SyncResult {
  /** No change is pending. */
  readonly isEmpty: boolean;
  /** Why a change is still pending. */
  readonly problem: OpProblem | null;
  /** When to try again automatically, in ms since 1970; null: not before something else happens. */
  readonly retryAt: number | null;
  /** The shop doesn't answer. */
  readonly isOutage: boolean;
}
