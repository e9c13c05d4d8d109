import type { SavedSession } from '#api/saved-session.ts';
import { forgetOwnPacks } from '#offline/catalogue/forget-own-packs.ts';
import { forgetOthersFiles, forgetStoredFiles } from '#offline/files/forget-stored-files.ts';
import { savedPlaces } from '#offline/files/saved-places.ts';
import {
  changeFileChoice,
  readHolder,
  readSession,
  readStores,
  saveHolder,
  saveSession,
} from '#offline/stores/device-database.ts';
import type { IndexedDb } from '#offline/stores/indexed-db.ts';
import { accountIdOf, storeNameOf } from '#offline/stores/store-name.ts';
import type { EngineParts } from './engine-parts.ts';
import { forgetPush } from './forget-push.ts';
import { forgetSeenInTime, forgetSeenPictures } from './forget-seen.ts';

/**
 * Records who is signed in, and forgets all other accounts on this device. If a session merely ended,
 * everything stays: its owner may be back before somebody else signs in. `forget` deletes an account's rows
 * except unsent changes. Resolves with the current session: the page's own, or a newer one that another tab
 * recorded.
 */
export async function switchAccount(
  { idb, lock }: Pick<EngineParts, 'idb' | 'lock'>,
  mine: SavedSession,
  forget: (accountId: string) => Promise<void>,
): Promise<SavedSession> {
  const { before, now } = await saveSession(idb, mine);
  if (now.revision !== mine.revision) return now;
  const holder = await readHolder(idb);
  if (mine.user === null) {
    // It signed out, so its rows were wiped. The worker may have reopened them to send.
    if (before !== null && holder === null) {
      await forgetSeen(idb);
      // Opening a deleted database would create it again.
      if ((await storesOn(idb)).has(storeNameOf(before))) await forget(before);
    }
    // It signed out while the database didn't respond.
    if (mine.isLoggedOut && holder !== null) await forgetEndedAccount({ idb, lock }, forget);
    return now;
  }
  const accountId = mine.user._id;
  if (holder !== accountId) await lock('pinwheel-hand-over', () => takeDevice(accountId));
  return now;

  /** If interrupted anywhere, the next page starts over. */
  async function takeDevice(accountId: string): Promise<void> {
    const [owner, signedIn] = await Promise.all([readHolder(idb), readSession(idb)]);
    // Another tab has already done it, or somebody else signed in while this tab was asleep.
    if (owner === accountId || signedIn?.accountId !== accountId) return;
    if (owner !== null) {
      await forgetPush(idb);
      await forgetSeen(idb);
    }
    for (const name of await storesOn(idb)) {
      const other = accountIdOf(name);
      if (other !== null && other !== accountId) await forget(other);
    }
    await changeFileChoice(idb, (choice) => (choice?.accountId === accountId ? choice : null));
    await forgetOthersFiles(accountId, savedPlaces(idb));
    await saveHolder(idb, accountId);
  }
}

/** While nobody is signed in: forgets the account whose session ended, and any that it had followed. */
export async function forgetEndedAccount(
  { idb, lock }: Pick<EngineParts, 'idb' | 'lock'>,
  forget: (accountId: string) => Promise<void>,
): Promise<void> {
  await lock('pinwheel-hand-over', async () => {
    const [owner, signedIn] = await Promise.all([readHolder(idb), readSession(idb)]);
    if (owner === null || signedIn !== null) return;
    await forgetPush(idb);
    await forgetSeen(idb);
    for (const name of await storesOn(idb)) {
      const accountId = accountIdOf(name);
      if (accountId === null) continue;
      await forget(accountId);
      await forgetStoredFiles(accountId, savedPlaces(idb));
    }
    await changeFileChoice(idb, () => null);
    await forgetStoredFiles(owner, savedPlaces(idb));
    await saveHolder(idb, null);
  });
}

/** The recorded stores, plus unrecorded ones of earlier builds if the browser can list them. */
async function storesOn(idb: IndexedDb | null): Promise<ReadonlySet<string>> {
  const factory: Partial<IDBFactory> = idb?.indexedDB ?? indexedDB;
  const found = (await factory.databases?.()) ?? [];
  return new Set([...(await readStores(idb)), ...found.map(({ name = '' }) => name)]);
}

/** Deletes the saved answers even if no worker answers or the page closes at once. */
async function forgetSeen(idb: IndexedDb | null): Promise<void> {
  void forgetSeenPictures(0, true);
  await forgetSeenInTime(idb);
  await forgetOwnPacks().catch(() => {});
}
