import type { AccountStore, SavedOrders } from './account-store.ts';
import { carryOver, withoutGone } from './carry-over.ts';
import { isFullError } from './full-error.ts';
import { type AccountRows, emptyRows } from './rows.ts';

/** Rows that the device has no room for, over those that it keeps. */
interface Unkept {
  /** What the device keeps, as it was read when it had no more room. */
  readonly base: AccountRows;
  readonly rows: AccountRows;
}

/**
 * A store over the device's own that goes on in the page's memory when the device is full, and puts
 * down what it holds there with the first change that there is room for again. It isn't durable
 * meanwhile, and sees no change of another tab: the server's answers bring those.
 */
export function createOverflowStore(disk: AccountStore): AccountStore {
  let unkept: Unkept | null = null;
  let unkeptOrders: SavedOrders | null = null;
  let isWiped = false;
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

  async function change(rule: (rows: AccountRows) => AccountRows): Promise<AccountRows> {
    if (!unkept) {
      try {
        return await disk.change(rule);
      } catch (error) {
        if (!isFullError(error)) throw error;
        const base = await disk.read();
        unkept = { base, rows: base };
      }
    }
    const { base } = unkept;
    const rows = rule(unkept.rows);
    unkept = { base, rows };
    if (!isWiped && (await isPutDown(unkept))) unkept = null;
    show(rows);
    return rows;
  }

  /** A full device still forgets: what was done or taken back is at least not done again from there. */
  async function isPutDown({ base, rows }: Unkept): Promise<boolean> {
    try {
      await disk.change((kept) => carryOver(kept, base, rows));
      return true;
    } catch {
      await disk.change((kept) => withoutGone(kept, base, rows)).catch(() => {});
      return false;
    }
  }

  return {
    get isDurable() {
      return unkept === null;
    },
    isOpen: () => unkept !== null || disk.isOpen(),
    read: async () => unkept?.rows ?? disk.read(),
    change: (rule) => inTurn(() => change(rule)),
    readOrders: async () => unkeptOrders ?? disk.readOrders(),
    async saveOrders(saved) {
      try {
        await disk.saveOrders(saved);
        unkeptOrders = null;
      } catch (error) {
        if (!isFullError(error)) throw error;
        unkeptOrders = saved;
        for (const listener of orderListeners) listener(saved);
      }
    },
    watch(onRows) {
      rowListeners.add(onRows);
      if (unkept) onRows(unkept.rows);
      const stop = disk.watch((rows) => {
        if (!unkept) onRows(rows);
      });
      return () => {
        rowListeners.delete(onRows);
        stop();
      };
    },
    watchOrders(onOrders) {
      orderListeners.add(onOrders);
      if (unkeptOrders) onOrders(unkeptOrders);
      const stop = disk.watchOrders((orders) => {
        if (!unkeptOrders) onOrders(orders);
      });
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
        if (!mine) return disk.wipe(keep);
        const { base, rows } = mine;
        try {
          await disk.wipe((kept) => keep(carryOver(kept, base, rows)));
        } catch (error) {
          if (!isFullError(error)) throw error;
          // What is to stay and has no room stays with the page.
          unkept = { base: emptyRows, rows: keep(rows) };
          await disk.wipe((kept) => keep(withoutGone(kept, base, rows)));
        }
      }),
    close: () => disk.close(),
  };
}
