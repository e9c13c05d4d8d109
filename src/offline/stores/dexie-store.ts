import { Dexie, type Table } from 'dexie';
import {
  byKey,
  keyOf,
  makeRows,
  type Row,
  type TableName,
  tableNames,
} from '#offline/outbox/row-tables.ts';
import { type AccountRows, emptyRows } from '#offline/outbox/rows.ts';
import type { AccountStore, Copies } from './account-store.ts';
import { registerStore, unregisterStore } from './device-database.ts';
import { deviceDatabaseOptions, type IndexedDb, sleepOf } from './indexed-db.ts';
import { accountIdOf } from './store-name.ts';
import { upgradeRows } from './upgrade-rows.ts';
import { watchQuery } from './watch-query.ts';

/** How long to wait for another tab that doesn't close a database that is being deleted, such as a frozen one. */
const letGoMs = 1000;

/** Tables of one account. See "When a stored shape changes" in docs/offline.md before you add a version. */
class AccountDatabase extends Dexie {
  constructor(name: string, idb: IndexedDb | null) {
    super(name, deviceDatabaseOptions(idb));
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
    this.version(3).upgrade(upgradeRows);
    this.version(4).stores({ counts: 'licenceId' });
    this.version(5).stores({ stallNotes: 'id' });
  }

  rowsOf(name: TableName): Table<Row, string> {
    return this.table(name);
  }

  copiesOf<N extends keyof Copies>(): Table<Copies[N] & { readonly name: N }, string> {
    return this.table('copies');
  }
}

/**
 * Opens the rows of one account.
 * @throws if the browser refuses IndexedDB
 */
export async function openDexieStore(name: string, idb: IndexedDb | null): Promise<AccountStore> {
  const database = new AccountDatabase(name, idb);
  const watching = new Set<() => void>();
  const upgradeListeners = new Set<() => void>();
  let isLetGo = false;
  function close(): void {
    isLetGo = true;
    for (const stop of watching) stop();
    watching.clear();
    database.close();
  }
  // Another tab is deleting or upgrading it; this tab must not bring it back.
  database.on('versionchange', ({ newVersion }) => {
    close();
    if (newVersion !== null) for (const tell of upgradeListeners) tell();
    return false;
  });
  // Opens the database even if a full device can't record its name: most browsers can list their databases.
  if (accountIdOf(name) !== null) await registerStore(idb, name).catch(() => {});
  const { outlasting } = sleepOf(idb);
  await outlasting(() => database.open());
  const tables = tableNames.map((name) => database.rowsOf(name));
  let isWiped = false;

  function watch<T>(query: () => PromiseLike<T>, onChange: (value: T) => void): () => void {
    const stop = watchQuery(query, onChange);
    watching.add(stop);
    return () => {
      watching.delete(stop);
      stop();
    };
  }

  /** The database, once more if the browser closed it and couldn't open it again, as on a full disk. */
  function revived(): AccountDatabase {
    if (!isLetGo && database.hasFailed()) database.close({ disableAutoOpen: false });
    return database;
  }

  // Inside a transaction, promises are chained, not awaited: a gap between requests would let the transaction
  // commit early.
  function readRows(): PromiseLike<AccountRows> {
    return Promise.all(tables.map((table) => table.toArray())).then((found) =>
      makeRows((name) => found[tableNames.indexOf(name)] ?? []),
    );
  }

  function writeDifference(before: AccountRows, after: AccountRows): PromiseLike<unknown> {
    return Promise.all(
      tableNames.flatMap((name) => difference(database.rowsOf(name), name, before, after)),
    );
  }

  /** Whether any drafts are left. */
  function wipeCopies(keepsDrafts: boolean): PromiseLike<boolean> {
    const copies = database.copiesOf<'changesDrafts'>();
    return copies.get('changesDrafts').then((saved) =>
      copies.clear().then(() => {
        if (!keepsDrafts || !saved?.drafts.length) return false;
        return copies.put(saved).then(() => true);
      }),
    );
  }

  return {
    trouble: null,
    isRead: true,
    isOpen: () => !isLetGo,
    onUpgrade(listener) {
      upgradeListeners.add(listener);
      return () => upgradeListeners.delete(listener);
    },
    read: () => outlasting(() => revived().transaction('r', tables, readRows)),
    change: (rule) =>
      outlasting(() =>
        revived().transaction('rw', tables, () =>
          readRows().then((before) => {
            if (isWiped) return before;
            const after = rule(before);
            return writeDifference(before, after).then(() => after);
          }),
        ),
      ),
    readCopy: async <N extends keyof Copies>(name: N) =>
      (await outlasting(() => revived().copiesOf<N>().get(name))) ?? null,
    saveCopy: <N extends keyof Copies>(name: N, saved: Copies[N]) =>
      outlasting(async () => {
        if (!isWiped)
          await revived()
            .copiesOf<N>()
            .put({ name, ...saved });
      }),
    watch: (onRows) =>
      watch(
        () => revived().transaction('r', tables, readRows),
        (rows) => onRows(isWiped ? emptyRows : rows),
      ),
    watchCopy: <N extends keyof Copies>(name: N, onCopy: (saved: Copies[N] | null) => void) =>
      watch(
        () => revived().copiesOf<N>().get(name),
        (saved) => onCopy(saved ?? null),
      ),
    wipe: async (keep, keepsDrafts = false) => {
      isWiped = true;
      const left = await outlasting(() =>
        revived().transaction('rw', database.tables, () =>
          wipeCopies(keepsDrafts).then((hasDrafts) =>
            readRows().then((rows) => {
              const after = keep(rows);
              const isEmpty = tableNames.every((name) => after[name].length === 0);
              return writeDifference(rows, after).then(() => hasDrafts || !isEmpty);
            }),
          ),
        ),
      );
      if (left) return true;
      await unregisterStore(idb, name).catch(() => {});
      isLetGo = true;
      return deleteUnlessBlocked(database);
    },
    close,
  };
}

/** Deletes an empty database. Resolves with false if another tab holds on to it; it is deleted after that. */
function deleteUnlessBlocked(database: Dexie): Promise<boolean> {
  const blocked = new Promise<boolean>((resolve) => {
    database.on('blocked', () => setTimeout(() => resolve(false), letGoMs));
  });
  return Promise.race([database.delete().then(() => true), blocked]);
}

/** The writes that turn `before` into `after`. Rows that are the same object are unchanged. */
function difference(
  rows: Table<Row, string>,
  name: TableName,
  before: AccountRows,
  after: AccountRows,
): readonly PromiseLike<unknown>[] {
  if (before[name] === after[name]) return [];
  const old = byKey(name, before[name]);
  const now = byKey(name, after[name]);
  const gone = [...old.keys()].filter((key) => !now.has(key));
  const changed = after[name].filter((row) => old.get(keyOf(name, row)) !== row);
  return [
    ...(gone.length > 0 ? [rows.bulkDelete(gone)] : []),
    ...(changed.length > 0 ? [rows.bulkPut(changed)] : []),
  ];
}
