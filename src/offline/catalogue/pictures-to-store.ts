import { withCurrentStore } from '#offline/stores/current-store.ts';
import type { IndexedDb } from '#offline/stores/indexed-db.ts';

/** So many of the newest orders show their pictures without a signal. */
const ordersShown = 50;

/** Pictures of the designs in cart, wishlist and newest orders of whoever uses the device now. */
export function picturesToStore(idb: IndexedDb | null): Promise<readonly string[]> {
  return withCurrentStore(idb, async (store) => {
    const [{ cartLines, wishlistMarks }, saved] = await Promise.all([
      store.read(),
      store.readOrders(),
    ]);
    const orders = saved?.orders.slice(0, ordersShown) ?? [];
    return [
      ...[...cartLines, ...wishlistMarks].map(({ seen }) => seen.image),
      ...orders.flatMap(({ items }) => items.map(({ product }) => product.image.url)),
    ].filter((url) => url !== '');
  });
}
