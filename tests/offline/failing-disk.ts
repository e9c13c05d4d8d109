import { tableNames } from '#offline/outbox/row-tables.ts';
import type { AccountRows } from '#offline/outbox/rows.ts';
import type { AccountStore } from '#offline/stores/account-store.ts';
import { openDexieStore } from '#offline/stores/dexie-store.ts';

/** What happens to a write: `refused` stores nothing, `unsure` stores it but reports a failure. */
export type Fate = 'stored' | 'refused' | 'unsure';

const noRoom = () => new DOMException('No room', 'QuotaExceededError');
const aborted = () => new DOMException('The transaction was aborted', 'AbortError');

/** A device whose writes fail on demand, counted over all its tabs and its worker. */
export function createFailingDisk() {
  let writes = 0;
  let fateOf: (write: number) => Fate = () => 'stored';

  async function openStore(...where: Parameters<typeof openDexieStore>): Promise<AccountStore> {
    const store = await openDexieStore(...where);
    async function write<T>(
      rule: (rows: AccountRows) => AccountRows,
      run: (rule: (rows: AccountRows) => AccountRows) => Promise<T>,
    ): Promise<T> {
      let fate: Fate = 'stored';
      const result = await run((rows) => {
        const after = rule(rows);
        if (tableNames.every((table) => rows[table] === after[table])) return after;
        writes += 1;
        fate = fateOf(writes);
        if (fate === 'refused') throw noRoom();
        return after;
      });
      if ((fate as Fate) === 'unsure') throw aborted();
      return result;
    }
    return {
      ...store,
      change: (rule) => write(rule, store.change),
      wipe: (keep) => write(keep, store.wipe),
    };
  }

  return {
    openStore,
    /** How many writes were tried so far. */
    writes: () => writes,
    /** Decides the fate of each further write, by its number. */
    decide(next: (write: number) => Fate): void {
      fateOf = next;
    },
  };
}
