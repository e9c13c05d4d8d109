import { carryOver, withoutGone } from '#offline/outbox/carry-over.ts';
import { type AccountRows, emptyRows } from '#offline/outbox/rows.ts';
import type { AccountStore, SavedOrders, StoreTrouble } from './account-store.ts';
import {
  createDatabaseGuard,
  picturesMs,
  SilentDatabaseError,
  withDatabaseTimeout,
} from './database-timeout.ts';
import { isWriteLostError } from './quota-error.ts';

type Rule = (rows: AccountRows) => AccountRows;

/** Rows that the device can't store now, and the stored rows they are based on. */
interface Unsaved {
  readonly trouble: StoreTrouble;
  /** The stored rows, as last read before the trouble began. */
  readonly base: AccountRows;
  /** Results of changes that were given to the database but not confirmed; it may have stored them. */
  readonly unconfirmed: readonly AccountRows[];
  readonly rows: AccountRows;
}

/**
 * Wraps the device's store. While the device is full or its database doesn't respond, changes stay in the
 * page's memory. They are stored with the first change that fits again, or as soon as the database responds.
 * Until then `trouble` gives the reason, and changes of other tabs aren't seen; the server's answers bring
 * those. `open` is retried after a failure.
 */
export async function createOverflowStore(
  open: () => Promise<AccountStore>,
): Promise<AccountStore> {
  let opening: Promise<AccountStore> | null = null;
  const atLast = Promise.withResolvers<AccountStore>();
  let disk: AccountStore | null = null;
  let unsaved: Unsaved | null = null;
  let unsavedOrders: SavedOrders | null = null;
  /** The stored rows as last read; null: never read so far. */
  let known: AccountRows | null = null;
  let isWiped = false;
  let wiping: Promise<unknown> = Promise.resolve();
  let last: Promise<unknown> = Promise.resolve();
  const rowListeners = new Set<(rows: AccountRows) => void>();
  const orderListeners = new Set<(orders: SavedOrders | null) => void>();

  /** Runs work one after the other, so that no change is made on disk while another moves to memory. */
  function inTurn<T>(work: () => Promise<T>): Promise<T> {
    const turn = last.then(work, work);
    last = turn;
    return turn;
  }

  function show(rows: AccountRows): void {
    for (const listener of rowListeners) listener(rows);
  }

  /** Opens the device's store; retries after a failure, because a full device may have room by now. */
  function opened(): Promise<AccountStore> {
    if (opening) return opening;
    const trying = open();
    opening = trying;
    trying.then(
      (store) => {
        disk = store;
        atLast.resolve(store);
      },
      () => {
        opening = null;
      },
    );
    return trying;
  }

  const askInTime = createDatabaseGuard(() => void inTurn(flushAll).catch(ignore));
  const ask = <T>(work: (disk: AccountStore) => Promise<T>, moreMs?: () => number) =>
    askInTime(() => opened().then(work), undefined, moreMs);

  /** Applies a rule to the stored rows. Adds its results to `given`, even if the database doesn't confirm them. */
  async function changeDisk(rule: Rule, given: AccountRows[]): Promise<AccountRows> {
    let isGivenUp = false;
    let moreMs = 0;
    function work(rows: AccountRows): AccountRows {
      // The change was made in memory instead.
      if (isGivenUp) return rows;
      known = rows;
      const after = rule(rows);
      given.push(after);
      if (after.pictures.some((picture) => !rows.pictures.includes(picture))) moreMs = picturesMs;
      return after;
    }
    try {
      const after = await ask(
        (open) => open.change(work),
        () => moreMs,
      );
      known = after;
      return after;
    } catch (error) {
      isGivenUp = true;
      throw error;
    }
  }

  /**
   * Continues in memory.
   * @throws `error` unless the device is full or doesn't respond
   */
  async function moveToMemory(
    error: unknown,
    unconfirmed: readonly AccountRows[],
  ): Promise<Unsaved> {
    const trouble = troubleOf(error);
    if (trouble === null) throw error;
    if (trouble === 'full') known = await ask((open) => open.read()).catch(() => known);
    const base = known ?? emptyRows;
    unsaved ??= { trouble, base, unconfirmed, rows: base };
    return unsaved;
  }

  async function change(rule: Rule): Promise<AccountRows> {
    let held = unsaved;
    if (!held) {
      const given: AccountRows[] = [];
      try {
        return await changeDisk(rule, given);
      } catch (error) {
        held = await moveToMemory(error, given);
      }
    }
    const rows = rule(held.rows);
    await flush({ ...held, rows });
    const shown = unsaved === null ? (known ?? rows) : rows;
    show(shown);
    return shown;
  }

  /** Stores the rows held in memory. If the device is full, at least deletes what was sent or undone, so that it isn't sent again from there. */
  async function flush(mine: Unsaved): Promise<void> {
    unsaved = mine;
    if (isWiped) return;
    const given: AccountRows[] = [];
    try {
      await changeDisk((kept) => carryOver(withoutUnsure(kept, mine), mine.base, mine.rows), given);
      unsaved = null;
    } catch (error) {
      const trouble = troubleOf(error) ?? mine.trouble;
      unsaved = { ...mine, trouble, unconfirmed: [...mine.unconfirmed, ...given] };
      if (trouble === 'silent') return;
      const forget: Rule = (kept) => withoutGone(withoutUnsure(kept, mine), mine.base, mine.rows);
      await changeDisk(forget, []).catch(ignore);
    }
  }

  async function flushAll(): Promise<void> {
    if (unsaved) await flush(unsaved);
    if (unsavedOrders && !isWiped) await saveOrders(unsavedOrders);
    if (!unsaved && !isWiped) show(await ask((open) => open.read()));
  }

  async function saveOrders(saved: SavedOrders): Promise<void> {
    try {
      await ask((open) => open.saveOrders(saved));
      unsavedOrders = null;
    } catch (error) {
      if (troubleOf(error) === null) throw error;
      unsavedOrders = saved;
      for (const listener of orderListeners) listener(saved);
    }
  }

  /** Resolves with whether the wipe finished in time. A database that doesn't respond finishes it when it does. */
  async function wipeDisk(keep: Rule): Promise<boolean> {
    const wanted = opened().then((open) => open.wipe(keep));
    wiping = wanted.catch(ignore);
    try {
      await withDatabaseTimeout(wanted);
      return true;
    } catch (error) {
      if (!(error instanceof SilentDatabaseError)) throw error;
      return false;
    }
  }

  /** Watches the device's store once it is open. */
  function follow(watch: (open: AccountStore) => () => void): () => void {
    let stop = () => {};
    let isStopped = false;
    void atLast.promise.then((open) => {
      if (!isStopped) stop = watch(open);
    });
    return () => {
      isStopped = true;
      stop();
    };
  }

  await ask(async () => {}).catch((error) => moveToMemory(error, []));

  return {
    get trouble() {
      return unsaved?.trouble ?? disk?.trouble ?? null;
    },
    get isRead() {
      return known !== null || unsaved === null;
    },
    isOpen: () => unsaved !== null || disk?.isOpen() !== false,
    async read() {
      if (unsaved) return unsaved.rows;
      try {
        known = await ask((open) => open.read());
        return known;
      } catch (error) {
        return (await moveToMemory(error, [])).rows;
      }
    },
    change: (rule) => inTurn(() => change(rule)),
    readOrders: async () => unsavedOrders ?? ask((open) => open.readOrders()),
    saveOrders,
    watch(onRows) {
      rowListeners.add(onRows);
      if (unsaved) onRows(unsaved.rows);
      const stop = follow((open) =>
        open.watch((rows) => {
          known = rows;
          if (!unsaved) onRows(rows);
        }),
      );
      return () => {
        rowListeners.delete(onRows);
        stop();
      };
    },
    watchOrders(onOrders) {
      orderListeners.add(onOrders);
      if (unsavedOrders) onOrders(unsavedOrders);
      const stop = follow((open) =>
        open.watchOrders((orders) => {
          if (!unsavedOrders) onOrders(orders);
        }),
      );
      return () => {
        orderListeners.delete(onOrders);
        stop();
      };
    },
    wipe: (keep) =>
      inTurn(async () => {
        const mine = unsaved;
        isWiped = true;
        unsaved = null;
        unsavedOrders = null;
        if (!mine) return wipeDisk(keep);
        const { base, rows } = mine;
        let isDone = false;
        try {
          isDone = await wipeDisk((kept) => keep(carryOver(withoutUnsure(kept, mine), base, rows)));
        } catch (error) {
          if (troubleOf(error) === null) throw error;
          await wipeDisk((kept) => keep(withoutGone(withoutUnsure(kept, mine), base, rows)));
        }
        // Rows that should remain but couldn't be stored stay in memory.
        if (!isDone) unsaved = { ...mine, base: emptyRows, unconfirmed: [], rows: keep(rows) };
        return isDone;
      }),
    close: () => void wiping.then(() => opening).then((open) => open?.close(), ignore),
  };
}

/** The stored rows without what unconfirmed changes may have added and later changes removed. */
function withoutUnsure(kept: AccountRows, { unconfirmed, rows }: Unsaved): AccountRows {
  return unconfirmed.reduce((left, given) => withoutGone(left, given, rows), kept);
}

/** The trouble that an error stands for; null: the device is fine, and the change itself failed. */
function troubleOf(error: unknown): StoreTrouble | null {
  if (error instanceof SilentDatabaseError) return 'silent';
  return isWriteLostError(error) ? 'full' : null;
}

function ignore(): void {}
