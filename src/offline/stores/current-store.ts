import type { AccountStore } from './account-store.ts';
import { picturesMs, withDatabaseTimeout } from './database-timeout.ts';
import { readSession } from './device-database.ts';
import { openDexieStore } from './dexie-store.ts';
import type { IndexedDb } from './indexed-db.ts';
import { storeNameOf } from './store-name.ts';

/**
 * Runs `work` on the rows of the account that the pages last recorded as signed in, or of the visitor.
 * @throws if the browser refuses IndexedDB, or it doesn't respond
 */
export async function withCurrentStore<T>(
  idb: IndexedDb | null,
  work: (store: AccountStore) => Promise<T>,
): Promise<T> {
  const session = await readSession(idb);
  const opening = openDexieStore(storeNameOf(session?.accountId ?? null), idb);
  try {
    const store = await withDatabaseTimeout(opening);
    return await withDatabaseTimeout(work(store), picturesMs);
  } finally {
    void opening.then(
      (store) => store.close(),
      () => {},
    );
  }
}
