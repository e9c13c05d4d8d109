import { readSession } from './device-database.ts';
import { openDexieStore } from './dexie-store.ts';
import type { IndexedDb } from './indexed-db.ts';
import { storeNameOf } from './store-name.ts';

/** Pictures of the designs in cart and wishlist of whoever uses the device now. */
export async function keptPictures(idb: IndexedDb | null): Promise<readonly string[]> {
  const session = await readSession(idb);
  const store = await openDexieStore(storeNameOf(session?.accountId ?? null), idb);
  try {
    const { cartLines, wishlistMarks } = await store.read();
    return [...cartLines, ...wishlistMarks].flatMap(({ seen }) => seen.image || []);
  } finally {
    store.close();
  }
}
