import type { SavedSession } from '#api/saved-session.ts';
import { forgetOthersFiles, forgetStoredFiles } from '#offline/files/forget-stored-files.ts';
import {
  changeFileChoice,
  readHolder,
  readSession,
  readStores,
  saveHolder,
  saveSession,
} from '#offline/stores/device-database.ts';
import type { IndexedDb } from '#offline/stores/indexed-db.ts';
import { accountIdOf } from '#offline/stores/store-name.ts';
import type { EngineParts } from './engine-parts.ts';
import { forgetPush } from './forget-push.ts';
import { forgetSeenInTime, forgetSeenPictures } from './forget-seen.ts';

/**
 * Notes who is signed in, and lets go of what this device holds of any other account. A session
 * that only ended leaves everything where it is: its owner may be back before somebody else comes.
 * `forget` deletes an account's rows but what it has not sent. Answers the session that counts: the
 * page's own, or a newer one that another tab has noted.
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
    // Its rows were wiped before: it signed out. The worker may have opened them again to send.
    if (before !== null && holder === null) {
      await forgetSeen(idb);
      await forget(before);
    }
    // It logged out while the database said nothing.
    if (mine.isLoggedOut && holder !== null) await forgetEndedAccount({ idb, lock }, forget);
    return now;
  }
  const accountId = mine.user._id;
  if (holder !== accountId) await lock('pinwheel-hand-over', () => takeDevice(accountId));
  return now;

  /** Cut short anywhere, the next page begins anew. */
  async function takeDevice(accountId: string): Promise<void> {
    const [owner, signedIn] = await Promise.all([readHolder(idb), readSession(idb)]);
    // Another tab has done it, or this one was asleep while somebody else signed in.
    if (owner === accountId || signedIn?.accountId !== accountId) return;
    if (owner !== null) {
      await forgetPush();
      await forgetSeen(idb);
    }
    for (const name of await storesOn(idb)) {
      const other = accountIdOf(name);
      if (other !== null && other !== accountId) await forget(other);
    }
    await changeFileChoice(idb, (choice) => (choice?.accountId === accountId ? choice : null));
    await forgetOthersFiles(accountId);
    await saveHolder(idb, accountId);
  }
}

/** While nobody is signed in: lets go of what is here of the account whose session ended. */
export async function forgetEndedAccount(
  { idb, lock }: Pick<EngineParts, 'idb' | 'lock'>,
  forget: (accountId: string) => Promise<void>,
): Promise<void> {
  await lock('pinwheel-hand-over', async () => {
    const [owner, signedIn] = await Promise.all([readHolder(idb), readSession(idb)]);
    if (owner === null || signedIn !== null) return;
    await forgetPush();
    await forgetSeen(idb);
    await forget(owner);
    await changeFileChoice(idb, () => null);
    await forgetStoredFiles(owner);
    await saveHolder(idb, null);
  });
}

/** Those that are noted, and those that an earlier build made without a note, where the browser says so. */
async function storesOn(idb: IndexedDb | null): Promise<ReadonlySet<string>> {
  const factory: Partial<IDBFactory> = idb?.indexedDB ?? indexedDB;
  const found = (await factory.databases?.()) ?? [];
  return new Set([...(await readStores(idb)), ...found.map(({ name = '' }) => name)]);
}

/** Also where no worker answers, or the page is closed at once, the saved answers are gone. */
async function forgetSeen(idb: IndexedDb | null): Promise<void> {
  void forgetSeenPictures(0, true);
  await forgetSeenInTime(idb);
}
