import type { SavedOrders } from '#offline/stores/account-store.ts';

/** The designs in paid orders, each with the id of its newest order. Refunded items don't count (OP-22, OP-64). */
export function boughtDesigns(saved: SavedOrders | null): ReadonlyMap<string, string> {
  const bought = new Map<string, string>();
  for (const { _id, status, items } of saved?.orders ?? []) {
    if (status !== 'Completed') continue;
    for (const { productId, isRevoked } of items) {
      if (!isRevoked && !bought.has(productId)) bought.set(productId, _id);
    }
  }
  return bought;
}
