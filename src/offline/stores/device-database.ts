import { Dexie, type EntityTable } from 'dexie';
import type { SavedSession } from '#api/saved-session.ts';
import type { Outage } from '#offline/outbox/outage.ts';
import { createDatabaseGuard, type DatabaseGuard } from './database-timeout.ts';
import { deviceDatabaseOptions, type IndexedDb, sleepOf } from './indexed-db.ts';
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

/** The push subscription of this browser that the shop knows. */
export interface RegisteredPush {
  readonly accountId: string;
  readonly endpoint: string;
}

/** What is stored, by key. */
interface DeviceValues {
  readonly deviceId: string;
  readonly session: SessionRow | null;
  /** Null: signed out; missing: no page has taken over the device for its account yet. */
  readonly holder: string | null;
  readonly stores: readonly string[];
  readonly shopTime: number;
  readonly outage: Outage | null;
  readonly fileChoice: FileChoice | null;
  readonly viewed: Viewed | null;
  readonly push: RegisteredPush | null;
}
type Key = keyof DeviceValues;

/** Data that belongs to the device rather than to an account: its id, the session, and whose data is stored on it. */
class DeviceDatabase extends Dexie {
  declare values: EntityTable<{ readonly key: Key; readonly value: DeviceValues[Key] }, 'key'>;

  constructor(idb: IndexedDb | null) {
    super('pinwheel-device', deviceDatabaseOptions(idb));
    this.version(1).stores({ values: 'key' });
  }

  read<K extends Key>(key: K): PromiseLike<DeviceValues[K] | undefined> {
    return this.values.get(key).then((row) => row?.value as DeviceValues[K] | undefined);
  }

  write<K extends Key>(key: K, value: DeviceValues[K]): PromiseLike<unknown> {
    return this.values.put({ key, value });
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
  return guardOf(idb)(() =>
    sleepOf(idb).outlasting(async () => {
      const database = new DeviceDatabase(idb);
      try {
        return await work(database);
      } finally {
        database.close();
      }
    }),
  );
}

function readValue<K extends Key>(
  idb: IndexedDb | null,
  key: K,
): Promise<DeviceValues[K] | undefined> {
  return withDevice(idb, (database) => database.read(key));
}

/** Changes a value in one step, whatever other tabs do, and resolves with the new one. */
function changeValue<K extends Key>(
  idb: IndexedDb | null,
  key: K,
  change: (known: DeviceValues[K] | undefined) => DeviceValues[K],
): Promise<DeviceValues[K]> {
  return withDevice(idb, (database) =>
    database.transaction('rw', database.values, () =>
      database.read(key).then((known) => {
        const value = change(known);
        // Without a change there is no need to wait for the disk.
        return value === (known ?? null) ? value : database.write(key, value).then(() => value);
      }),
    ),
  );
}

/** The device's id, created on first use. */
export function deviceIdOf(idb: IndexedDb | null, newId: () => string): Promise<string> {
  return changeValue(idb, 'deviceId', (known) => known ?? newId());
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
  return withDevice(idb, (database) =>
    database.transaction('rw', database.values, () =>
      Promise.all([database.read('session'), database.read('holder')]).then(([row, holder]) => {
        const before = row?.accountId ?? null;
        if (row && (row.revision ?? 0) > mine.revision) return { before, now: savedSessionOf(row) };
        const value = rowAfter(row, mine, holder);
        const change = { before, now: savedSessionOf(value) };
        // Without a change there is no need to wait for the disk.
        if (JSON.stringify(row) === JSON.stringify(value)) return change;
        return database
          .write('session', value)
          .then(() => noteHolder(database, { before, value }, holder))
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
  database: DeviceDatabase,
  { before, value }: { readonly before: string | null; readonly value: SessionRow },
  holder: string | null | undefined,
): PromiseLike<unknown> | undefined {
  const { accountId, ended } = value;
  if (accountId !== undefined && accountId !== before && holder === null) {
    return database.values.delete('holder');
  }
  if (!ended || holder !== undefined) return undefined;
  return database.write('holder', ended.accountId);
}

function rowAfter(
  row: SessionRow | null | undefined,
  { revision, user, accessToken, isLoggedOut = false }: SavedSession,
  holder: string | null | undefined,
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
  const { accountId, token } = (await readValue(idb, 'session')) ?? {};
  return accountId !== undefined && token !== undefined ? { accountId, token } : null;
}

/** The account whose rows, files and pictures may be on this device, signed in or not; null: none. */
export async function readHolder(idb: IndexedDb | null): Promise<string | null> {
  return (await readValue(idb, 'holder')) ?? null;
}

export async function saveHolder(idb: IndexedDb | null, accountId: string | null): Promise<void> {
  await withDevice(idb, (database) => database.write('holder', accountId));
}

/** Whether something meant for this account may be shown here: it is signed in, or nobody is and it was the last on this device. */
export async function isUsedBy(idb: IndexedDb | null, accountId: string): Promise<boolean> {
  const row = await readValue(idb, 'session');
  const last = row?.accountId ?? row?.ended?.accountId;
  return accountId === (last ?? (await readHolder(idb)));
}

/** The newest time received from the shop (ms since 1970); null: none yet, or it can't be read. */
export async function readShopTime(idb: IndexedDb | null): Promise<number | null> {
  return (await readValue(idb, 'shopTime').catch(() => undefined)) ?? null;
}

/** Saves the shop's time, unless a later one is known. */
export async function saveShopTime(idb: IndexedDb | null, shopTime: number): Promise<void> {
  await changeValue(idb, 'shopTime', (known = 0) => Math.max(shopTime, known));
}

/** Names of the accounts' databases on this device. Recorded because not every browser can list them. */
export async function readStores(idb: IndexedDb | null): Promise<readonly string[]> {
  return (await readValue(idb, 'stores')) ?? [];
}

/** Records a database's name. Call it before creating the database, so that none is ever forgotten. */
export async function registerStore(idb: IndexedDb | null, name: string): Promise<void> {
  await changeValue(idb, 'stores', (names = []) =>
    names.includes(name) ? names : [...names, name],
  );
}

/** Removes a database's name, once it is empty. */
export async function unregisterStore(idb: IndexedDb | null, name: string): Promise<void> {
  await changeValue(idb, 'stores', (names = []) => names.filter((known) => known !== name));
}

/** Changes the device's record of an outage (null: the shop answers) in one step, and resolves with the new one. */
export function changeOutage(
  idb: IndexedDb | null,
  change: (known: Outage | null) => Outage | null,
): Promise<Outage | null> {
  return changeValue(idb, 'outage', (known = null) => change(known));
}

/** Reads whose files to store automatically; null: nobody's. */
export async function readFileChoice(idb: IndexedDb | null): Promise<FileChoice | null> {
  return (await readValue(idb, 'fileChoice')) ?? null;
}

/** Changes that choice in one step. */
export async function changeFileChoice(
  idb: IndexedDb | null,
  change: (choice: FileChoice | null) => FileChoice | null,
): Promise<void> {
  await changeValue(idb, 'fileChoice', (known = null) => change(known));
}

/** Changes what was looked at on this device (null: nothing) in one step, and resolves with it. */
export function changeViewed(
  idb: IndexedDb | null,
  change: (viewed: Viewed | null) => Viewed | null,
): Promise<Viewed | null> {
  return changeValue(idb, 'viewed', (known = null) => change(known));
}

/** Changes which push subscription is registered (null: none) in one step, and resolves with it. */
export function changeRegisteredPush(
  idb: IndexedDb | null,
  change: (known: RegisteredPush | null) => RegisteredPush | null,
): Promise<RegisteredPush | null> {
  return changeValue(idb, 'push', (known = null) => change(known));
}
