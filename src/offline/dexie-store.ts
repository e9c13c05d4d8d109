import { Dexie, liveQuery, type Table } from 'dexie';
import type { AccountStore, SavedOrders } from './account-store.ts';
import { deviceDatabaseOptions, type IndexedDb } from './indexed-db.ts';
import { type AccountRows, emptyRows } from './rows.ts';

type RowsName = keyof AccountRows;
type Row = AccountRows[RowsName][number];

/** The tables that the rules work on, each with its key. */
const rowKeys = {
  cartLines: 'productId',
  wishlistMarks: 'productId',
  outbox: 'opId',
  refused: 'opId',
  done: 'opId',
  requests: 'opId',
  pictures: 'id',
  serverSets: 'name',
  mergedOps: 'opId',
} as const satisfies Record<RowsName, string>;

const rowNames = Object.keys(rowKeys) as RowsName[];

/** Another tab is waited for this long to let go of a database that is deleted. */
const letGoMs = 1000;

/** Tables of one account. Upgrades only add. */
class AccountDatabase extends Dexie {
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
    this.version(2).stores({ done: 'opId', requests: 'opId', pictures: 'id' });
  }

  rowsOf(name: RowsName): Table<Row, string> {
    return this.table(name);
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
  const tables = rowNames.map((name) => database.rowsOf(name));
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
    return Promise.all(tables.map((table) => table.toArray())).then(
      (found) =>
        Object.fromEntries(
          rowNames.map((name, place) => [name, found[place] ?? []]),
        ) as unknown as AccountRows,
    );
  }

  function writeDifference(before: AccountRows, after: AccountRows): PromiseLike<unknown> {
    return Promise.all(
      rowNames.flatMap((name) => {
        const keyOf = (row: Row) => String(row[rowKeys[name] as keyof Row]);
        return difference(database.rowsOf(name), before[name], after[name], keyOf);
      }),
    );
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
      // Nothing is in it any more. Another tab that can't let go of it now holds nobody up.
      if (!kept)
        await Promise.race([database.delete(), new Promise((go) => setTimeout(go, letGoMs))]);
    },
    close,
  };
}

/** The writes that turn `before` into `after`: rows that are the same object were not touched by the rule. */
function difference(
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
