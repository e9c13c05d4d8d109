import { pendingRequests } from '#offline/outbox/request-rules.ts';
import { openDexieStore } from './dexie-store.ts';
import type { IndexedDb } from './indexed-db.ts';
import { storeNameOf } from './store-name.ts';

/** Changes of somebody whose session the shop ended: nothing else of theirs is shown until they sign in. */
export interface StoredChanges {
  /** Their first name. */
  readonly owner: string;
  readonly count: number;
}

/** How many changes of an account that isn't signed in are stored here, to be sent after its next sign-in. @throws where the browser refuses IndexedDB */
export async function countStoredChanges(
  idb: IndexedDb | null,
  accountId: string,
): Promise<number> {
  const store = await openDexieStore(storeNameOf(accountId), idb);
  try {
    const rows = await store.read();
    return rows.outbox.length + pendingRequests(rows).length;
  } finally {
    store.close();
  }
}
