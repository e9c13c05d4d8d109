import { Dexie, type EntityTable } from 'dexie';
import type { SavedSession } from '#api/saved-session.ts';
import type { Outage } from '#offline/outbox/outage.ts';
import { createDatabaseGuard, type DatabaseGuard } from './database-timeout.ts';
import { deviceDatabaseOptions, type IndexedDb } from './indexed-db.ts';
import { type SessionRow, savedSessionOf } from './session-row.ts';

/** Who is signed in on this device; the worker sends with this token. */
export interface DeviceSession {
  readonly accountId: string;
  readonly token: string;
}

/** The account whose bought files are stored here automatically. */
export interface FileChoice {
  readonly accountId: string;
  /** Links of files that the buyer removed from this device again. */
  readonly leftOut: readonly string[];
}

/** The ids of the designs looked at on this device, the newest first: of each account by its id, and of `visitor`. */
export type Viewed = Readonly<Record<string, readonly string[]>>;

interface DeviceValue {
  readonly key:
    | 'deviceId'
    | 'session'
    | 'holder'
    | 'stores'
    | 'shopTime'
    | 'outage'
    | 'fileChoice'
    | 'viewed';
  readonly value:
    | string
    | number
    | SessionRow
    | readonly string[]
    | Outage
    | FileChoice
    | Viewed
    | null;
}

/** Data that belongs to the device rather than to an account: its id, the session, and whose data is stored on it. */
class DeviceDatabase extends Dexie {
  declare values: EntityTable<DeviceValue, 'key'>;

  constructor(idb: IndexedDb | null) {
    super('pinwheel-device', { ...deviceDatabaseOptions, ...(idb ?? {}) });
    this.version(1).stores({ values: 'key' });
  }
}

const browserKey = {};
/** One guard per IndexedDB, so that only the first operation waits for a database that doesn't answer. */
const guards = new WeakMap<object, DatabaseGuard>();

function guardOf(idb: IndexedDb | null): DatabaseGuard {
  const key = idb?.indexedDB ?? browserKey;
  const guard = guards.get(key) ?? createDatabaseGuard();
  guards.set(key, guard);
  return guard;
}

/** Opens the database for one operation. An open connection could block other tabs. */
function withDevice<T>(
  idb: IndexedDb | null,
  work: (database: DeviceDatabase) => PromiseLike<T>,
): Promise<T> {
  return guardOf(idb)(async () => {
    const database = new DeviceDatabase(idb);
    try {
      return await work(database);
    } finally {
      database.close();
    }
  });
}

/** The device's id, created on first use. */
export function deviceIdOf(idb: IndexedDb | null, newId: () => string): Promise<string> {
  return withDevice(idb, (database) =>
    database.transaction('rw', database.values, () =>
      database.values.get('deviceId').then((known) => {
        if (typeof known?.value === 'string') return known.value;
        const value = newId();
        return database.values.put({ key: 'deviceId', value }).then(() => value);
      }),
    ),
  );
}

/** The session before and after a page saved its own. */
interface SessionChange {
  /** The account that was signed in; null: nobody. */
  readonly before: string | null;
  readonly now: SavedSession;
}

/**
 * Saves a page's session for the worker and the next start, unless a newer one is saved: a tab that slept
 * must not bring back a session that another tab ended.
 */
export function saveSession(idb: IndexedDb | null, mine: SavedSession): Promise<SessionChange> {
  return withDevice(idb, ({ values }) =>
    values.db.transaction('rw', values, () =>
      values.bulkGet(['session', 'holder']).then(([known, holder]) => {
        const row = rowOf(known);
        const before = row?.accountId ?? null;
        if (row && (row.revision ?? 0) > mine.revision) return { before, now: savedSessionOf(row) };
        const value = rowAfter(row, mine, holder?.value);
        const change = { before, now: savedSessionOf(value) };
        // Without a change there is no need to wait for the disk.
        if (JSON.stringify(row) === JSON.stringify(value)) return change;
        return values
          .put({ key: 'session', value })
          .then(() => noteHolder(values, { before, value }, holder?.value))
          .then(() => change);
      }),
    ),
  );
}

/**
 * A sign-out sets the holder to null. The next sign-in deletes that, so that there is none until a page has taken
 * over the device. If the session ends before that, its account becomes the holder, because its changes may be
 * stored here.
 */
function noteHolder(
  values: DeviceDatabase['values'],
  { before, value }: { readonly before: string | null; readonly value: SessionRow },
  holder: DeviceValue['value'] | undefined,
): PromiseLike<unknown> | undefined {
  const { accountId, ended } = value;
  if (accountId !== undefined && accountId !== before && holder === null) {
    return values.delete('holder');
  }
  if (!ended || holder !== undefined) return undefined;
  return values.put({ key: 'holder', value: ended.accountId });
}

function rowAfter(
  row: SessionRow | null,
  { revision, user, accessToken, isLoggedOut = false }: SavedSession,
  holder: DeviceValue['value'] | undefined,
): SessionRow {
  if (user && accessToken !== null) {
    return { revision, accountId: user._id, token: accessToken, user };
  }
  const ended = row?.user
    ? { accountId: row.user._id, firstName: row.user.firstName }
    : (row?.ended ?? null);
  // Null: it signed out. Another account: no page had taken over the device for it yet.
  return ended && holder !== null && !isLoggedOut ? { revision, ended } : { revision };
}

/** The signed-in account, as the pages last recorded it. */
export async function readSession(idb: IndexedDb | null): Promise<DeviceSession | null> {
  const row = rowOf(await withDevice(idb, (database) => database.values.get('session')));
  const { accountId, token } = row ?? {};
  return accountId !== undefined && token !== undefined ? { accountId, token } : null;
}

function rowOf(known: DeviceValue | undefined): SessionRow | null {
  return (known?.value ?? null) as SessionRow | null;
}

/** The account whose rows, files and pictures may be on this device, signed in or not; null: none. */
export async function readHolder(idb: IndexedDb | null): Promise<string | null> {
  const known = await withDevice(idb, (database) => database.values.get('holder'));
  return typeof known?.value === 'string' ? known.value : null;
}

export async function saveHolder(idb: IndexedDb | null, accountId: string | null): Promise<void> {
  await withDevice(idb, (database) => database.values.put({ key: 'holder', value: accountId }));
}

/** Whether something meant for this account may be shown here: it is signed in, or nobody is and it was the last on this device. */
export async function isUsedBy(idb: IndexedDb | null, accountId: string): Promise<boolean> {
  const row = rowOf(await withDevice(idb, (database) => database.values.get('session')));
  const last = row?.accountId ?? row?.ended?.accountId;
  return accountId === (last ?? (await readHolder(idb)));
}

/** The newest time received from the shop (ms since 1970); null: none yet, or it can't be read. */
export async function readShopTime(idb: IndexedDb | null): Promise<number | null> {
  const known = await withDevice(idb, (database) => database.values.get('shopTime')).catch(
    () => undefined,
  );
  return typeof known?.value === 'number' ? known.value : null;
}

/** Saves the shop's time, unless a later one is known. */
export async function saveShopTime(idb: IndexedDb | null, shopTime: number): Promise<void> {
  await withDevice(idb, ({ values }) =>
    values.db.transaction('rw', values, () =>
      values.get('shopTime').then((known) => {
        const value = Math.max(shopTime, typeof known?.value === 'number' ? known.value : 0);
        return value === known?.value ? undefined : values.put({ key: 'shopTime', value });
      }),
    ),
  );
}

/** Names of the accounts' databases on this device. Recorded because not every browser can list them. */
export async function readStores(idb: IndexedDb | null): Promise<readonly string[]> {
  return storesOf(await withDevice(idb, (database) => database.values.get('stores')));
}

/** Records a database's name. Call it before creating the database, so that none is ever forgotten. */
export function registerStore(idb: IndexedDb | null, name: string): Promise<void> {
  return changeStores(idb, (names) => (names.includes(name) ? names : [...names, name]));
}

/** Removes a database's name, once it is empty. */
export function unregisterStore(idb: IndexedDb | null, name: string): Promise<void> {
  return changeStores(idb, (names) => names.filter((known) => known !== name));
}

async function changeStores(
  idb: IndexedDb | null,
  change: (names: readonly string[]) => readonly string[],
): Promise<void> {
  await withDevice(idb, ({ values }) =>
    values.db.transaction('rw', values, () =>
      values.get('stores').then((known) => {
        const names = storesOf(known);
        const value = change(names);
        // Without a change there is no need to wait for the disk.
        return value === names ? undefined : values.put({ key: 'stores', value });
      }),
    ),
  );
}

function storesOf(known: DeviceValue | undefined): readonly string[] {
  const value = known?.value;
  return Array.isArray(value) ? value : [];
}

/** Changes the device's record of an outage (null: the shop answers) in one step, and resolves with the new one. */
export function changeOutage(
  idb: IndexedDb | null,
  change: (known: Outage | null) => Outage | null,
): Promise<Outage | null> {
  return changeValue(idb, 'outage', change);
}

/** Reads whose files to store automatically; null: nobody's. */
export async function readFileChoice(idb: IndexedDb | null): Promise<FileChoice | null> {
  const known = await withDevice(idb, ({ values }) => values.get('fileChoice'));
  return (known?.value ?? null) as FileChoice | null;
}

/** Changes that choice in one step, whatever other tabs do. */
export async function changeFileChoice(
  idb: IndexedDb | null,
  change: (choice: FileChoice | null) => FileChoice | null,
): Promise<void> {
  await changeValue(idb, 'fileChoice', change);
}

/** Changes what was looked at on this device (null: nothing) in one step, and resolves with it. */
export function changeViewed(
  idb: IndexedDb | null,
  change: (viewed: Viewed | null) => Viewed | null,
): Promise<Viewed | null> {
  return changeValue(idb, 'viewed', change);
}

function changeValue<Value extends Outage | FileChoice | Viewed>(
  idb: IndexedDb | null,
  key: 'outage' | 'fileChoice' | 'viewed',
  change: (known: Value | null) => Value | null,
): Promise<Value | null> {
  return withDevice(idb, ({ values }) =>
    values.db.transaction('rw', values, () =>
      values.get(key).then((row) => {
        const known = (row?.value ?? null) as Value | null;
        const value = change(known);
        // Without a change there is no need to wait for the disk.
        return value === known ? value : values.put({ key, value }).then(() => value);
      }),
    ),
  );
}
