import { type AccountRows, emptyRows } from '#offline/outbox/rows.ts';
import type { AccountStore } from './account-store.ts';
import {
  createDatabaseGuard,
  picturesMs,
  SilentDatabaseError,
  withDatabaseTimeout,
} from './database-timeout.ts';
import { addedRows } from './unsaved-rows.ts';

/** The device's own store, which may open late or not at all, and may not respond. */
export interface LateStore {
  /** Null until it is open. */
  opened(): AccountStore | null;
  /**
   * Opens the store if it isn't open; retries after a failure, because a full device may have room by now.
   * @throws SilentDatabaseError if there is no answer in time, and at once while one is overdue
   */
  ask<T>(work: (store: AccountStore) => Promise<T>, moreMs?: () => number): Promise<T>;
  /**
   * Wipes the store. Resolves with whether that finished in time; a database that doesn't respond finishes it
   * when it does.
   */
  wipe: AccountStore['wipe'];
  /** Watches the store once it is open. Returns a function that stops it. */
  follow(watch: (store: AccountStore) => () => void): () => void;
  /** Closes the store once no wipe is under way. */
  close(): void;
}

/** `onAnswer` is called when the database responds again. */
export function createLateStore(
  openStore: () => Promise<AccountStore>,
  onAnswer: () => void,
): LateStore {
  let opening: Promise<AccountStore> | null = null;
  let opened: AccountStore | null = null;
  const atLast = Promise.withResolvers<AccountStore>();
  let wiping: Promise<unknown> = Promise.resolve();
  const askInTime = createDatabaseGuard(onAnswer);

  function open(): Promise<AccountStore> {
    if (opening) return opening;
    const trying = openStore();
    opening = trying;
    trying.then(
      (store) => {
        opened = store;
        atLast.resolve(store);
      },
      () => {
        opening = null;
      },
    );
    return trying;
  }

  return {
    opened: () => opened,
    ask: (work, moreMs) => askInTime(() => open().then(work), undefined, moreMs),
    async wipe(keep, keepsDrafts) {
      const wanted = open().then((store) => store.wipe(keep, keepsDrafts));
      wiping = wanted.catch(() => {});
      try {
        return await withDatabaseTimeout(wanted);
      } catch (error) {
        if (!(error instanceof SilentDatabaseError)) throw error;
        return false;
      }
    },
    follow(watch) {
      let stop = () => {};
      let isStopped = false;
      void atLast.promise.then((store) => {
        if (!isStopped) stop = watch(store);
      });
      return () => {
        isStopped = true;
        stop();
      };
    },
    close: () =>
      void wiping
        .then(() => opening)
        .then(
          (store) => store?.close(),
          () => {},
        ),
  };
}

/** The outcome of a change of the stored rows. */
export type Attempt =
  | { readonly isDone: true; readonly rows: AccountRows }
  | {
      readonly isDone: false;
      readonly error: unknown;
      /** The stored rows that the rule saw; null: it never ran. */
      readonly before: AccountRows | null;
      /** What the change was to add. The database may have stored it nevertheless. */
      readonly added: AccountRows;
    };

/** Applies a rule to the stored rows, and gives up if the database doesn't answer in time. */
export async function tryChange(
  store: LateStore,
  rule: (rows: AccountRows) => AccountRows,
): Promise<Attempt> {
  let isGivenUp = false;
  let before: AccountRows | null = null;
  let added = emptyRows;
  let moreMs = 0;
  function work(rows: AccountRows): AccountRows {
    // The change was made in memory instead.
    if (isGivenUp) return rows;
    const after = rule(rows);
    before = rows;
    added = addedRows(rows, after);
    if (added.pictures.length > 0) moreMs = picturesMs;
    return after;
  }
  try {
    const rows = await store.ask(
      (open) => open.change(work),
      () => moreMs,
    );
    return { isDone: true, rows };
  } catch (error) {
    isGivenUp = true;
    return { isDone: false, error, before, added };
  }
}
