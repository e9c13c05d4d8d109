import type { AccountStore } from './account-store.ts';
import { picturesMs, withDatabaseTimeout } from './database-timeout.ts';
import { readSession } from './device-database.ts';
import { openDexieStore } from './dexie-store.ts';
import type { IndexedDb } from './indexed-db.ts';
import { storeNameOf } from './store-name.ts';

/** Works on the rows of whoever uses the device now, as the pages last noted it. @throws where the browser refuses IndexedDB, or it says nothing */
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
