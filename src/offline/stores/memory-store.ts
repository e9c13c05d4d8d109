import { type AccountRows, emptyRows } from '#offline/outbox/rows.ts';
import type { AccountStore, Copies } from './account-store.ts';

/** A store for browsers without IndexedDB: the shop works, but rows are lost when the page closes. */
export function createMemoryStore(): AccountStore {
  let rows: AccountRows = emptyRows;
  let copies: Partial<Copies> = {};
  const rowListeners = new Set<(rows: AccountRows) => void>();
  const copyListeners = new Set<() => void>();

  function keepRows(next: AccountRows): void {
    rows = next;
    for (const listener of rowListeners) listener(rows);
  }
  function keepCopies(next: Partial<Copies>): void {
    copies = next;
    for (const listener of copyListeners) listener();
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
    readCopy: async (name) => copies[name] ?? null,
    saveCopy: async (name, saved) => keepCopies({ ...copies, [name]: saved }),
    watch: (onRows) => {
      rowListeners.add(onRows);
      onRows(rows);
      return () => rowListeners.delete(onRows);
    },
    watchCopy: (name, onCopy) => {
      const listener = () => onCopy(copies[name] ?? null);
      copyListeners.add(listener);
      listener();
      return () => copyListeners.delete(listener);
    },
    wipe: async (keep, keepsDrafts = false) => {
      keepRows(keep(rows));
      const { changesDrafts } = copies;
      keepCopies(keepsDrafts && changesDrafts ? { changesDrafts } : {});
      return true;
    },
    close: () => {},
  };
}
