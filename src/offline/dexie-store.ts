import { Dexie, liveQuery, type Table } from 'dexie';
import type { AccountStore, SavedOrders } from './account-store.ts';
import { deviceDatabaseOptions, type IndexedDb } from './indexed-db.ts';
import {
  type AccountRows,
  type CustomRequestOp,
  type DoneOp,
  emptyRows,
  type OutboxOp,
  type RefusedOp,
  type ServerSet,
  type SetLine,
} from './rows.ts';

/** Tables of one account. Upgrades only add. */
class AccountDatabase extends Dexie {
  declare cartLines: Table<SetLine, string>;
  declare wishlistMarks: Table<SetLine, string>;
  declare outbox: Table<OutboxOp, string>;
  declare refused: Table<RefusedOp, string>;
  declare done: Table<DoneOp, string>;
  declare requests: Table<CustomRequestOp, string>;
  declare serverSets: Table<ServerSet, string>;
  declare mergedOps: Table<AccountRows['mergedOps'][number], string>;
  /** Last known copies of what only the server changes. */
  declare copies: Table<SavedOrders & { name: 'orders' }, string>;

  constructor(name: string, idb: IndexedDb | null) {
    super(name, { ...deviceDatabaseOptions, ...(idb ?? {}) });
    this.version(1).stores({
      cartLines: 'productId',
      wishlistMarks: 'productId',
      outbox: 'opId, seq',
      refused: 'opId',
      serverSets: 'name',
      mergedOps: 'opId',
      copies: 'name',
    });
    this.version(2).stores({ done: 'opId', requests: 'opId' });
  }
}

/** Opens the rows of one account. @throws where the browser refuses IndexedDB. */
export async function openDexieStore(name: string, idb: IndexedDb | null): Promise<AccountStore> {
  const database = new AccountDatabase(name, idb);
  const watching = new Set<{ unsubscribe(): void }>();
  function close(): void {
    for (const subscription of watching) subscription.unsubscribe();
    watching.clear();
    database.close();
  }
  // Another tab deletes or upgrades it: this one must not bring it back.
  database.on('versionchange', () => {
    close();
    return false;
  });
  await database.open();
  const tables = [
    database.cartLines,
    database.wishlistMarks,
    database.outbox,
    database.refused,
    database.done,
    database.requests,
    database.serverSets,
    database.mergedOps,
  ];
  let isWiped = false;

  function watch<T>(query: () => PromiseLike<T>, onChange: (value: T) => void): () => void {
    const subscription = liveQuery(() => query() as Promise<T>).subscribe(onChange);
    watching.add(subscription);
    return () => {
      watching.delete(subscription);
      subscription.unsubscribe();
    };
  }

  // Within a transaction promises are chained, not awaited: nothing comes between the requests that
  // would let the transaction commit early.
  function readRows(): PromiseLike<AccountRows> {
    return Promise.all([
      database.cartLines.toArray(),
      database.wishlistMarks.toArray(),
      database.outbox.toArray(),
      database.refused.toArray(),
      database.done.toArray(),
      database.requests.toArray(),
      database.serverSets.toArray(),
      database.mergedOps.toArray(),
    ]).then(
      ([cartLines, wishlistMarks, outbox, refused, done, requests, serverSets, mergedOps]) => ({
        cartLines,
        wishlistMarks,
        outbox,
        refused,
        done,
        requests,
        serverSets,
        mergedOps,
      }),
    );
  }

  function writeDifference(before: AccountRows, after: AccountRows): PromiseLike<unknown> {
    const byProduct = (line: SetLine) => line.productId;
    const byOp = <Op extends { opId: string }>(op: Op) => op.opId;
    return Promise.all([
      ...difference(database.cartLines, before.cartLines, after.cartLines, byProduct),
      ...difference(database.wishlistMarks, before.wishlistMarks, after.wishlistMarks, byProduct),
      ...difference(database.outbox, before.outbox, after.outbox, byOp),
      ...difference(database.refused, before.refused, after.refused, byOp),
      ...difference(database.done, before.done, after.done, byOp),
      ...difference(database.requests, before.requests, after.requests, byOp),
      ...difference(database.serverSets, before.serverSets, after.serverSets, ({ name }) => name),
      ...difference(database.mergedOps, before.mergedOps, after.mergedOps, byOp),
    ]);
  }

  return {
    isDurable: true,
    isOpen: () => database.isOpen(),
    read: () => database.transaction('r', tables, readRows),
    change: (rule) =>
      database.transaction('rw', tables, () =>
        readRows().then((before) => {
          if (isWiped) return before;
          const after = rule(before);
          return writeDifference(before, after).then(() => after);
        }),
      ),
    readOrders: async () => (await database.copies.get('orders')) ?? null,
    saveOrders: async (saved) => {
      if (!isWiped) await database.copies.put({ name: 'orders', ...saved });
    },
    watch: (onRows) =>
      watch(
        () => database.transaction('r', tables, readRows),
        (rows) => onRows(isWiped ? emptyRows : rows),
      ),
    watchOrders: (onOrders) =>
      watch(
        () => database.copies.get('orders'),
        (saved) => onOrders(saved ?? null),
      ),
    wipe: async (kept) => {
      isWiped = true;
      await database.transaction('rw', database.tables, () =>
        Promise.all(database.tables.map((table) => table.clear())).then(() =>
          kept ? writeDifference(emptyRows, kept) : undefined,
        ),
      );
      if (!kept) await database.delete();
    },
    close,
  };
}

/** The writes that turn `before` into `after`: rows that are the same object were not touched by the rule. */
function difference<Row>(
  table: Table<Row, string>,
  before: readonly Row[],
  after: readonly Row[],
  keyOf: (row: Row) => string,
): readonly PromiseLike<unknown>[] {
  if (before === after) return [];
  const old = new Map(before.map((row) => [keyOf(row), row]));
  const kept = new Set(after.map(keyOf));
  const gone = [...old.keys()].filter((key) => !kept.has(key));
  const changed = after.filter((row) => old.get(keyOf(row)) !== row);
  return [
    ...(gone.length > 0 ? [table.bulkDelete(gone)] : []),
    ...(changed.length > 0 ? [table.bulkPut(changed)] : []),
  ];
}
