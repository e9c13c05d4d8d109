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

/** Rows that the device doesn't take now, over those that it keeps. */
interface Unkept {
  readonly trouble: StoreTrouble;
  /** What the device keeps, as far as it was read when it took no more. */
  readonly base: AccountRows;
  /** What it may keep too: of changes that it was given and never confirmed. */
  readonly unsure: readonly AccountRows[];
  readonly rows: AccountRows;
}

/**
 * A store over the device's own that goes on in the page's memory while the device is full or its
 * database says nothing, and puts down what it holds there with the first change that there is room
 * for again, or as soon as the database answers. Until then it says what the trouble is, and sees no
 * change of another tab: the server's answers bring those. `open` is called again after it failed.
 */
export async function createOverflowStore(
  open: () => Promise<AccountStore>,
): Promise<AccountStore> {
  let opening: Promise<AccountStore> | null = null;
  const atLast = Promise.withResolvers<AccountStore>();
  let disk: AccountStore | null = null;
  let unkept: Unkept | null = null;
  let unkeptOrders: SavedOrders | null = null;
  /** What the device keeps, as it said last; null: it has not said yet. */
  let known: AccountRows | null = null;
  let isWiped = false;
  let wiping: Promise<unknown> = Promise.resolve();
  let last: Promise<unknown> = Promise.resolve();
  const rowListeners = new Set<(rows: AccountRows) => void>();
  const orderListeners = new Set<(orders: SavedOrders | null) => void>();

  /** One after the other: none is made on the disk while another moves into memory. */
  function inTurn<T>(work: () => Promise<T>): Promise<T> {
    const turn = last.then(work, work);
    last = turn;
    return turn;
  }

  function show(rows: AccountRows): void {
    for (const listener of rowListeners) listener(rows);
  }

  /** A device that was full may have room to open it by now. */
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

  const askInTime = createDatabaseGuard(() => void inTurn(putAllDown).catch(ignore));
  const ask = <T>(work: (disk: AccountStore) => Promise<T>, moreMs?: () => number) =>
    askInTime(() => opened().then(work), undefined, moreMs);

  /** `given`: what the rule left of the rows, where the database let it work on them. */
  async function changeDisk(rule: Rule, given: AccountRows[]): Promise<AccountRows> {
    let isGivenUp = false;
    let moreMs = 0;
    function work(rows: AccountRows): AccountRows {
      // It was done in memory instead.
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

  /** Goes on in memory. @throws the error where the device is neither full nor silent */
  async function moveToMemory(error: unknown, unsure: readonly AccountRows[]): Promise<Unkept> {
    const trouble = troubleOf(error);
    if (trouble === null) throw error;
    if (trouble === 'full') known = await ask((open) => open.read()).catch(() => known);
    const base = known ?? emptyRows;
    unkept ??= { trouble, base, unsure, rows: base };
    return unkept;
  }

  async function change(rule: Rule): Promise<AccountRows> {
    let held = unkept;
    if (!held) {
      const given: AccountRows[] = [];
      try {
        return await changeDisk(rule, given);
      } catch (error) {
        held = await moveToMemory(error, given);
      }
    }
    const rows = rule(held.rows);
    await putDown({ ...held, rows });
    const shown = unkept === null ? (known ?? rows) : rows;
    show(shown);
    return shown;
  }

  /** A full device still forgets: what was done or taken back is at least not done again from there. */
  async function putDown(mine: Unkept): Promise<void> {
    unkept = mine;
    if (isWiped) return;
    const given: AccountRows[] = [];
    try {
      await changeDisk((kept) => carryOver(withoutUnsure(kept, mine), mine.base, mine.rows), given);
      unkept = null;
    } catch (error) {
      const trouble = troubleOf(error) ?? mine.trouble;
      unkept = { ...mine, trouble, unsure: [...mine.unsure, ...given] };
      if (trouble === 'silent') return;
      const forget: Rule = (kept) => withoutGone(withoutUnsure(kept, mine), mine.base, mine.rows);
      await changeDisk(forget, []).catch(ignore);
    }
  }

  async function putAllDown(): Promise<void> {
    if (unkept) await putDown(unkept);
    if (unkeptOrders && !isWiped) await saveOrders(unkeptOrders);
    if (!unkept && !isWiped) show(await ask((open) => open.read()));
  }

  async function saveOrders(saved: SavedOrders): Promise<void> {
    try {
      await ask((open) => open.saveOrders(saved));
      unkeptOrders = null;
    } catch (error) {
      if (troubleOf(error) === null) throw error;
      unkeptOrders = saved;
      for (const listener of orderListeners) listener(saved);
    }
  }

  /** Whether it was done in time; a silent database does it whenever it answers. */
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

  /** Follows what the device says, from when it is open. */
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
      return unkept?.trouble ?? disk?.trouble ?? null;
    },
    get isRead() {
      return known !== null || unkept === null;
    },
    isOpen: () => unkept !== null || disk?.isOpen() !== false,
    async read() {
      if (unkept) return unkept.rows;
      try {
        known = await ask((open) => open.read());
        return known;
      } catch (error) {
        return (await moveToMemory(error, [])).rows;
      }
    },
    change: (rule) => inTurn(() => change(rule)),
    readOrders: async () => unkeptOrders ?? ask((open) => open.readOrders()),
    saveOrders,
    watch(onRows) {
      rowListeners.add(onRows);
      if (unkept) onRows(unkept.rows);
      const stop = follow((open) =>
        open.watch((rows) => {
          known = rows;
          if (!unkept) onRows(rows);
        }),
      );
      return () => {
        rowListeners.delete(onRows);
        stop();
      };
    },
    watchOrders(onOrders) {
      orderListeners.add(onOrders);
      if (unkeptOrders) onOrders(unkeptOrders);
      const stop = follow((open) =>
        open.watchOrders((orders) => {
          if (!unkeptOrders) onOrders(orders);
        }),
      );
      return () => {
        orderListeners.delete(onOrders);
        stop();
      };
    },
    wipe: (keep) =>
      inTurn(async () => {
        const mine = unkept;
        isWiped = true;
        unkept = null;
        unkeptOrders = null;
        if (!mine) {
          await wipeDisk(keep);
          return;
        }
        const { base, rows } = mine;
        let isDone = false;
        try {
          isDone = await wipeDisk((kept) => keep(carryOver(withoutUnsure(kept, mine), base, rows)));
        } catch (error) {
          if (troubleOf(error) === null) throw error;
          await wipeDisk((kept) => keep(withoutGone(withoutUnsure(kept, mine), base, rows)));
        }
        // What is to stay and isn't taken stays with the page.
        if (!isDone) unkept = { ...mine, base: emptyRows, unsure: [], rows: keep(rows) };
      }),
    close: () => void wiping.then(() => opening).then((open) => open?.close(), ignore),
  };
}

/** What the device may keep of changes that were given to it, without what was taken back since. */
function withoutUnsure(kept: AccountRows, { unsure, rows }: Unkept): AccountRows {
  return unsure.reduce((left, given) => withoutGone(left, given, rows), kept);
}

/** Null: the device has no trouble, the change itself failed. */
function troubleOf(error: unknown): StoreTrouble | null {
  if (error instanceof SilentDatabaseError) return 'silent';
  return isWriteLostError(error) ? 'full' : null;
}

function ignore(): void {}
