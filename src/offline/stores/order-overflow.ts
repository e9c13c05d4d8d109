import type { AccountStore, SavedOrders } from './account-store.ts';
import type { LateStore } from './late-store.ts';
import { troubleOf } from './store-trouble.ts';

/** The saved orders, in memory while the device can't store them. */
export interface OrderOverflow extends Pick<AccountStore, 'readOrders' | 'saveOrders'> {
  watch: AccountStore['watchOrders'];
  /** Stores what is only in memory. */
  flush(): Promise<void>;
  forget(): void;
}

export function createOrderOverflow(disk: LateStore): OrderOverflow {
  let unsaved: SavedOrders | null = null;
  const listeners = new Set<(orders: SavedOrders | null) => void>();

  async function save(orders: SavedOrders): Promise<void> {
    try {
      await disk.ask((open) => open.saveOrders(orders));
      unsaved = null;
    } catch (error) {
      if (troubleOf(error) === null) throw error;
      unsaved = orders;
      for (const listener of listeners) listener(orders);
    }
  }

  return {
    readOrders: async () => unsaved ?? disk.ask((open) => open.readOrders()),
    saveOrders: save,
    watch(onOrders) {
      listeners.add(onOrders);
      if (unsaved) onOrders(unsaved);
      const stop = disk.follow((open) =>
        open.watchOrders((orders) => {
          if (!unsaved) onOrders(orders);
        }),
      );
      return () => {
        listeners.delete(onOrders);
        stop();
      };
    },
    async flush() {
      if (unsaved) await save(unsaved);
    },
    forget() {
      unsaved = null;
    },
  };
}
