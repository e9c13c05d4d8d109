import { type ClientDependencies, createClient } from '#api/client.ts';
import type { AccountRows } from '#offline/outbox/rows.ts';
import type { Clock } from '#offline/sending/drainer.ts';
import type { AccountStore } from '#offline/stores/account-store.ts';
import { openDexieStore } from '#offline/stores/dexie-store.ts';
import type { IndexedDb } from '#offline/stores/indexed-db.ts';

/** Where a page dies: before or after the n-th change of its storage from now, n ≥ 0. */
export interface Death {
  readonly after: number;
  readonly isWritten: boolean;
}

/** A page or worker that may die at any moment. */
export interface Life {
  isDead(): boolean;
  /** Makes it die there, if it gets that far. */
  doom(death: Death): void;
  end(): void;
  /** @throws if it is dead, or dies before this change */
  beforeChange(): void;
  afterChange(): void;
}

export function createLife(): Life {
  let isDead = false;
  let death: Death | null = null;
  let changes = 0;
  const dies = (isWritten: boolean) => death?.isWritten === isWritten && changes === death.after;

  function beforeChange(): void {
    if (dies(false)) isDead = true;
    if (isDead) throw new Error('The page is gone');
  }

  return {
    isDead: () => isDead,
    doom(next) {
      death = next;
      changes = 0;
    },
    end() {
      isDead = true;
    },
    beforeChange,
    afterChange() {
      if (dies(true)) isDead = true;
      changes += 1;
    },
  };
}

/** What a living page can do: store, call and wait. A dead one can do none of these. */
export interface MortalParts {
  readonly clock: Clock;
  readonly fetch: typeof fetch;
  readonly openStore: (name: string, idb: IndexedDb | null) => Promise<AccountStore>;
}

/** Calls `onCommit` after every committed change with the name of its store. */
export function killableParts(
  life: Life,
  parts: Pick<MortalParts, 'clock' | 'fetch'>,
  onCommit: (name: string, rows: AccountRows) => void,
): MortalParts {
  const refuseDead = () => {
    if (life.isDead()) throw new Error('The page is gone');
  };
  return {
    clock: {
      now: parts.clock.now,
      after: (ms, task) =>
        parts.clock.after(ms, () => {
          if (!life.isDead()) task();
        }),
    },
    fetch: async (input, init) => {
      refuseDead();
      const answer = await parts.fetch(input, init);
      refuseDead();
      return answer;
    },
    openStore: async (name, idb) => {
      refuseDead();
      const store = await openDexieStore(name, idb);
      return {
        ...store,
        read: async () => {
          refuseDead();
          return store.read();
        },
        change: async (rule) => {
          life.beforeChange();
          const rows = await store.change(rule);
          onCommit(name, rows);
          life.afterChange();
          return rows;
        },
        wipe: async (...kept) => {
          life.beforeChange();
          const isDone = await store.wipe(...kept);
          life.afterChange();
          return isDone;
        },
        watch: (onRows) =>
          store.watch((rows) => {
            if (!life.isDead()) onRows(rows);
          }),
      };
    },
  };
}

/** The client of such a page. */
export function clientOf(
  { fetch }: MortalParts,
  token: NonNullable<ClientDependencies['token']>,
  baseUrl: string,
) {
  return createClient({ fetch, token, baseUrl });
}
