import { withCurrentStore } from './current-store.ts';
import type { IndexedDb } from './indexed-db.ts';

/** Pictures of the designs in cart and wishlist of whoever uses the device now. */
export function keptPictures(idb: IndexedDb | null): Promise<readonly string[]> {
  return withCurrentStore(idb, async (store) => {
    const { cartLines, wishlistMarks } = await store.read();
    return [...cartLines, ...wishlistMarks].flatMap(({ seen }) => seen.image || []);
  });
}
