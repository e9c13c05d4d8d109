import type { AccountStore, Copies } from './account-store.ts';
import type { LateStore } from './late-store.ts';
import { troubleOf } from './store-trouble.ts';

/** The server's answers that are kept, in memory while the device can't store them. */
export interface CopyOverflow extends Pick<AccountStore, 'readCopy' | 'saveCopy' | 'watchCopy'> {
  /** Stores what is only in memory. */
  flush(): Promise<void>;
  forget(): void;
}

export function createCopyOverflow(disk: LateStore): CopyOverflow {
  let unsaved: Partial<Copies> = {};
  const listeners = new Set<() => void>();

  async function save<N extends keyof Copies>(name: N, saved: Copies[N]): Promise<void> {
    try {
      await disk.ask((open) => open.saveCopy(name, saved));
      const { [name]: _, ...others } = unsaved;
      unsaved = others as Partial<Copies>;
    } catch (error) {
      if (troubleOf(error) === null) throw error;
      unsaved = { ...unsaved, [name]: saved };
      for (const listener of listeners) listener();
    }
  }

  return {
    readCopy: async (name) => unsaved[name] ?? disk.ask((open) => open.readCopy(name)),
    saveCopy: save,
    watchCopy(name, onCopy) {
      const listener = () => {
        const saved = unsaved[name];
        if (saved) onCopy(saved);
      };
      listeners.add(listener);
      listener();
      const stop = disk.follow((open) =>
        open.watchCopy(name, (saved) => {
          if (!unsaved[name]) onCopy(saved);
        }),
      );
      return () => {
        listeners.delete(listener);
        stop();
      };
    },
    async flush() {
      for (const name of Object.keys(unsaved) as (keyof Copies)[]) {
        const saved = unsaved[name];
        if (saved) await save(name, saved);
      }
    },
    forget() {
      unsaved = {};
    },
  };
}
