import { pendingRequests } from '#offline/outbox/request-rules.ts';
import { openDexieStore } from './dexie-store.ts';
import type { IndexedDb } from './indexed-db.ts';
import { storeNameOf } from './store-name.ts';

/** Changes of an account whose session the shop ended. Nothing else of the account is shown until it signs in. */
export interface StoredChanges {
  /** The owner's first name. */
  readonly owner: string;
  readonly count: number;
}

/**
 * Number of stored changes of an account that isn't signed in; they are sent after its next sign-in.
 * @throws if the browser refuses IndexedDB
 */
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
