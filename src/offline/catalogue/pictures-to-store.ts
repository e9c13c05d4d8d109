import { withCurrentStore } from '#offline/stores/current-store.ts';
import type { IndexedDb } from '#offline/stores/indexed-db.ts';

/** For how many of the newest orders pictures are stored. */
const ordersShown = 50;

/** Pictures of the designs in the cart, wishlist and newest orders of the current account or visitor. */
export function picturesToStore(idb: IndexedDb | null): Promise<readonly string[]> {
  return withCurrentStore(idb, async (store) => {
    const [{ cartLines, wishlistMarks }, saved] = await Promise.all([
      store.read(),
      store.readCopy('orders'),
    ]);
    const orders = saved?.orders.slice(0, ordersShown) ?? [];
    return [
      ...[...cartLines, ...wishlistMarks].map(({ snapshot }) => snapshot.image),
      ...orders.flatMap(({ items }) => items.map(({ product }) => product.image.url)),
    ].filter((url) => url !== '');
  });
}
