import type { SavedSession } from '#api/saved-session.ts';
import { forgetOldRefused } from '#offline/outbox/outbox-rules.ts';
import { emptyRows } from '#offline/outbox/rows.ts';
import { createBackoff } from '#offline/sending/device-backoff.ts';
import type { AccountStore } from '#offline/stores/account-store.ts';
import { deviceIdOf, readShopTime } from '#offline/stores/device-database.ts';
import { openDexieStore } from '#offline/stores/dexie-store.ts';
import { createMemoryStore } from '#offline/stores/memory-store.ts';
import { createOverflowStore } from '#offline/stores/overflow-store.ts';
import { isQuotaError } from '#offline/stores/quota-error.ts';
import { storeNameOf } from '#offline/stores/store-name.ts';
import { countStoredChanges } from '#offline/stores/stored-changes.ts';
import { createUnsavedNote } from '#offline/stores/unsaved-note.ts';
import { withWebLock } from '#offline/stores/web-lock.ts';
import { wipeStore } from '#offline/stores/wipe-store.ts';
import { archiveExpired, restoreArchived } from './archive-wishes.ts';
import { createDiscards } from './discards.ts';
import type { EngineParts, EngineSettings } from './engine-parts.ts';
import { forgetEndedAccount, switchAccount } from './switch-account.ts';
import { type AccountEngine, createEngine } from './sync-engine.ts';
import {
  countAdded,
  mergeVisitor,
  untilRead,
  untilTakenOver,
  visitorIds,
  withoutMerged,
} from './visitor-merge.ts';

export interface Engines {
  open(accountId: string | null): Promise<AccountEngine>;
  /** Deletes an account's rows, except unsent changes, without opening an engine. */
  forget(accountId: string): Promise<void>;
  /**
   * Records the account for which the worker may send, and forgets every other account on this device.
   * Resolves with the current session: this one, or a newer one from another tab.
   */
  noteSession(mine: SavedSession): Promise<SavedSession>;
  /** Number of stored changes of an account that isn't signed in; 0 if they can't be read. */
  countStored(accountId: string): Promise<number>;
  /** While nobody is signed in: forgets the account whose session ended. Resolves like `noteSession`. */
  forgetEnded(mine: SavedSession): Promise<SavedSession>;
}

interface TakenOver {
  /** How many lines came to the account. */
  readonly added: number;
  /** False: the visitor may have stored more. */
  readonly isRead: boolean;
}

/** Opens engines over one device's storage. */
export function createEngines(settings: EngineSettings): Engines {
  const parts: EngineParts = {
    lock: withWebLock,
    backoff: createBackoff(settings),
    discards: createDiscards(settings.discardNote),
    ...settings,
  };
  /** The stores this page opened last. One that isn't durable has the only copy of its rows. */
  const stores = new Map<string, AccountStore>();
  const { openStore: openDurable = openDexieStore } = parts;
  const page = parts.newId();

  /** Deletes the rows of an account that discarded them, as soon as the database answers. */
  async function discardRows(accountId: string): Promise<void> {
    const store = await openDurable(storeNameOf(accountId), parts.idb);
    await store.wipe(() => emptyRows);
    store.close();
    parts.discards.remove(accountId);
  }

  async function openRows(accountId: string | null): Promise<AccountStore> {
    if (accountId !== null && parts.discards.ids().includes(accountId)) {
      await discardRows(accountId);
    }
    return openDurable(storeNameOf(accountId), parts.idb);
  }

  /** Starts the deletions that are still due. Doesn't wait for them: the database may not answer. */
  function discardOthers(signedIn: string | null): void {
    for (const accountId of parts.discards.ids()) {
      if (accountId !== signedIn) discardRows(accountId).catch(() => {});
    }
  }

  async function openStore(accountId: string | null): Promise<AccountStore> {
    const name = storeNameOf(accountId);
    const known = stores.get(name);
    if (known && known.trouble !== null) return known;
    const store = await createOverflowStore(
      () =>
        openRows(accountId).catch((error: unknown) => {
          if (isQuotaError(error)) throw error;
          return createMemoryStore();
        }),
      createUnsavedNote(name, page, parts.unsavedNote),
    );
    stores.set(name, store);
    return store;
  }

  /** Copies a visitor's ops and notes to the account, then deletes them. If interrupted anywhere, the next opening continues. */
  async function takeOverVisitor(
    account: AccountStore,
    visitor: AccountStore,
    shopTime: number | null,
  ): Promise<TakenOver> {
    const found = await visitor.read();
    const { isRead } = visitor;
    const ids = visitorIds(found);
    if (ids.size === 0) {
      if (visitor.trouble === null) visitor.close();
      return { added: 0, isRead };
    }
    // Ops that were never sent don't expire, so archived wishes are merged too.
    const now = parts.clock.now();
    const whole = restoreArchived(archiveExpired(found, now, shopTime), now);
    const before = await account.read();
    const after = await account.change((rows) => mergeVisitor(rows, whole));
    const finish = async () => {
      await visitor.change((rows) => withoutMerged(rows, ids));
      await account.change((rows) => ({ ...rows, mergedOps: [] }));
      if (visitor.trouble === null) visitor.close();
    };
    // Until then the visitor's rows are the only ones that outlive this page.
    if (account.trouble === 'full' || account.trouble === 'silent') {
      void untilTakenOver(account, ids)
        .then(finish)
        .catch(() => {});
    } else await finish();
    return { added: countAdded(before, after), isRead };
  }

  async function forget(accountId: string): Promise<void> {
    const store = await openStore(accountId);
    await wipeStore(store, true, await readShopTime(parts.idb));
    if (store.trouble === null) store.close();
  }

  return {
    async open(accountId) {
      const [store, visitor, deviceId, shopTime] = await Promise.all([
        openStore(accountId),
        accountId === null ? null : openStore(null),
        deviceIdOf(parts.idb, parts.newId).catch(parts.newId),
        readShopTime(parts.idb),
      ]);
      await store.change((rows) =>
        accountId === null
          ? archiveExpired(rows, parts.clock.now(), shopTime)
          : forgetOldRefused(rows, shopTime),
      );
      const merge = (from: AccountStore) =>
        parts.lock('pinwheel-merge', () => takeOverVisitor(store, from, shopTime));
      const { added, isRead } = visitor ? await merge(visitor) : { added: 0, isRead: true };
      const mergeOnceRead = async (from: AccountStore) => {
        await untilRead(from);
        // An account that signed in meanwhile has merged them.
        return parts.accountId() === accountId ? (await merge(from)).added : 0;
      };
      const lateMerge =
        visitor && !isRead ? { visitor, added: mergeOnceRead(visitor).catch(() => 0) } : null;
      return createEngine(parts, {
        store,
        accountId,
        deviceId,
        addedFromVisitor: added,
        lateMerge,
      });
    },
    forget,
    // Without storage there is nothing to send in the background, and nothing to forget.
    countStored: (accountId) => countStoredChanges(parts.idb, accountId).catch(() => 0),
    async forgetEnded(mine) {
      await forgetEndedAccount(parts, forget);
      return switchAccount(parts, mine, forget);
    },
    async noteSession(mine) {
      const now = await switchAccount(parts, mine, forget).catch(() => mine);
      discardOthers(now.user?._id ?? null);
      return now;
    },
  };
}
