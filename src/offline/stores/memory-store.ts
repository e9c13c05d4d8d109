import { type AccountRows, emptyRows } from '#offline/outbox/rows.ts';
import type { AccountStore, SavedOrders } from './account-store.ts';

/** A store for browsers without IndexedDB: the shop works, but rows are lost when the page closes. */
export function createMemoryStore(): AccountStore {
  let rows: AccountRows = emptyRows;
  let orders: SavedOrders | null = null;
  const rowListeners = new Set<(rows: AccountRows) => void>();
  const orderListeners = new Set<(orders: SavedOrders | null) => void>();

  function keepRows(next: AccountRows): void {
    rows = next;
    for (const listener of rowListeners) listener(rows);
  }
  function keepOrders(next: SavedOrders | null): void {
    orders = next;
    for (const listener of orderListeners) listener(orders);
  }

  return {
    trouble: 'blocked',
    isRead: true,
    isOpen: () => true,
    onUpgrade: () => () => {},
    read: async () => rows,
    change: async (rule) => {
      keepRows(rule(rows));
      return rows;
    },
    readOrders: async () => orders,
    saveOrders: async (saved) => keepOrders(saved),
    watch: (onRows) => {
      rowListeners.add(onRows);
      onRows(rows);
      return () => rowListeners.delete(onRows);
    },
    watchOrders: (onOrders) => {
      orderListeners.add(onOrders);
      onOrders(orders);
      return () => orderListeners.delete(onOrders);
    },
    wipe: async (keep) => {
      keepRows(keep(rows));
      keepOrders(null);
      return true;
    },
    close: () => {},
  };
}
