import { Dexie } from 'dexie';
import { IDBFactory, IDBKeyRange } from 'fake-indexeddb';
import { createClient } from '#api/client.ts';
import type { SavedSession } from '#api/saved-session.ts';
import type { DeviceParts, EngineParts } from '#offline/accounts/engine-parts.ts';
import { createDevice, type Device } from '#offline/device.ts';
import type { Clock } from '#offline/sending/drainer.ts';
import type { AccountStore } from '#offline/stores/account-store.ts';
import { saveShopTime } from '#offline/stores/device-database.ts';
import { openDexieStore } from '#offline/stores/dexie-store.ts';
import type { IndexedDb } from '#offline/stores/indexed-db.ts';
import { readSavedSession } from '#offline/stores/session-row.ts';
import { storeNameOf } from '#offline/stores/store-name.ts';
import type { FirstPaintKey } from '#offline/views/first-paint-cache.ts';
import { userOf } from '#tests/support/user-of.ts';
import { createModelServer } from './model-server.ts';

// Live queries check for a global IndexedDB, besides the one a database opens on.
Dexie.dependencies.indexedDB = new IDBFactory();

/** Upgrades a database as a newer build does; nothing if there is none. */
export async function upgradeDatabase({ indexedDB }: IndexedDb, name: string): Promise<void> {
  const { version = 0 } = (await indexedDB.databases()).find((known) => known.name === name) ?? {};
  if (version === 0) return;
  await new Promise<void>((resolve, reject) => {
    const opening = indexedDB.open(name, version + 10);
    opening.onupgradeneeded = () => opening.result.createObjectStore(`later${version}`);
    opening.onerror = () => reject(opening.error);
    opening.onsuccess = () => {
      opening.result.close();
      resolve();
    };
  });
}

/** A clock that only moves when told to. */
export function createManualClock(start = Date.UTC(2026, 5, 1)): Clock & {
  move(ms: number): void;
} {
  let now = start;
  let timers: { at: number; task: () => void }[] = [];
  return {
    now: () => now,
    after(ms, task) {
      const timer = { at: now + ms, task };
      timers.push(timer);
      return () => {
        timers = timers.filter((other) => other !== timer);
      };
    },
    move(ms) {
      now += ms;
      const due = timers.filter(({ at }) => at <= now);
      timers = timers.filter(({ at }) => at > now);
      for (const { task } of due) task();
    },
  };
}

/**
 * One person's browser: its storage outlives the pages opened in it. A build may name the stores
 * differently.
 */
export function createTestBrowser(
  server: { readonly fetch: typeof fetch },
  storeName: (name: string) => string = (name) => name,
) {
  const idb: IndexedDb = { indexedDB: new IDBFactory(), IDBKeyRange };
  const clock = createManualClock();
  const turns = new Map<string, Promise<unknown>>();
  let session: { account: string; token: string } | null = null;
  let isLoggedOut = false;
  let revision = 0;
  let discards: string | null = null;
  const firstPaint = new Map<FirstPaintKey, string>();

  function adopt(noted: SavedSession): void {
    if (noted.revision <= revision) return;
    revision = noted.revision;
    isLoggedOut = false;
    const { user, accessToken } = noted;
    session = user && accessToken !== null ? { account: user._id, token: accessToken } : null;
  }

  const client = createClient({
    token: () => session?.token ?? null,
    fetch: server.fetch,
    baseUrl: 'http://shop.test',
  });
  const parts: DeviceParts & Pick<EngineParts, 'lock'> = {
    request: client.request,
    ask: client.ask,
    accountId: () => session?.account ?? null,
    session: {
      noted: () => ({
        revision,
        user: session && userOf(session.account),
        accessToken: session?.token ?? null,
        ended: null,
        ...(isLoggedOut && { isLoggedOut }),
      }),
      adopt,
      async whenKnown() {
        const noted = await readSavedSession(idb.indexedDB);
        if (noted) adopt(noted);
      },
    },
    clock,
    random: () => 0.5,
    newId: () => crypto.randomUUID(),
    lock: (name, task) => {
      const turn = (turns.get(name) ?? Promise.resolve()).then(task);
      turns.set(
        name,
        turn.catch(() => {}),
      );
      return turn;
    },
    firstPaint: {
      read: (key) => firstPaint.get(key) ?? null,
      write: (key, text) => {
        if (text === null) firstPaint.delete(key);
        else firstPaint.set(key, text);
      },
    },
    discardNote: {
      read: () => discards,
      write: (text) => {
        discards = text;
      },
    },
    idb,
    lists: ['cart', 'wishlist'],
  };

  return {
    /** What a page opened now would be given. */
    parts,
    clock,
    idb,
    /** Time passes, and the shop, whose clock is right, answers with it. */
    async wait(ms: number): Promise<void> {
      clock.move(ms);
      await saveShopTime(idb, clock.now());
    },
    /** A new tab. The previous one is forgotten silently, as in a crash. */
    open: (changed: Partial<DeviceParts> = {}): Device => createDevice({ ...parts, ...changed }),
    /** Changes the session like the page's session store; call `follow` on each tab. */
    signIn(account: string, token = account): void {
      revision += 1;
      session = { account, token };
      isLoggedOut = false;
    },
    /** The shop ended the session; with `byOwner` its owner signed out. */
    signOut({ byOwner = false } = {}): void {
      revision += 1;
      session = null;
      isLoggedOut = byOwner;
    },
    /** Saves local storage; the returned function restores it, as for a browser that was killed later. */
    saveLocalStorage(): () => void {
      const saved = { session, revision };
      return () => {
        ({ session, revision } = saved);
      };
    },
    account: () => session?.account ?? null,
    token: () => session?.token ?? null,
    request: client.request,
    lock: parts.lock,
    session: parts.session,
    firstPaint: (key: FirstPaintKey = 'cart') => firstPaint.get(key) ?? null,
    /** Ends every tab, so that none is watching any more. */
    async end(): Promise<void> {
      for (const { name = '' } of await idb.indexedDB.databases()) {
        idb.indexedDB.deleteDatabase(name);
      }
    },
    async rows<T>(account: string | null, read: (store: AccountStore) => Promise<T>): Promise<T> {
      const store = await openDexieStore(storeName(storeNameOf(account)), idb);
      try {
        return await read(store);
      } finally {
        store.close();
      }
    },
  };
}

export type TestBrowser = ReturnType<typeof createTestBrowser>;

type Watch = (changed: () => void) => () => void;

function once(watch: Watch, isTrue: () => boolean): Promise<void> {
  return new Promise((resolve) => {
    if (isTrue()) {
      resolve();
      return;
    }
    const stop = watch(() => {
      if (!isTrue()) return;
      stop();
      resolve();
    });
  });
}

/** Resolves when `isTrue` holds for the device's cart view. */
export const cartOnce = (device: Device, isTrue: (device: Device) => boolean): Promise<void> =>
  once(device.watchCart, () => isTrue(device));

/** Resolves when `isTrue` holds for the device's wishlist view. */
export const wishlistOnce = (device: Device, isTrue: (device: Device) => boolean): Promise<void> =>
  once(device.watchWishlist, () => isTrue(device));

/** The ids shown in the cart, in order. */
export function shownIds(device: Device): readonly string[] {
  return device.cart().lines.map((line) => line.productId);
}

/** The ids shown in the wishlist, in order. */
export function wishedIds(device: Device): readonly string[] {
  return device.wishlist().lines.map((line) => line.productId);
}

/** A shop, and a browser that visits it. */
export function shop() {
  const server = createModelServer();
  return { server, browser: createTestBrowser(server) };
}
