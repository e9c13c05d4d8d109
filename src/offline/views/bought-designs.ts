import type { SavedOrders } from '#offline/stores/account-store.ts';

/** The ids of designs in paid orders. Refunded items don't count (OP-22, OP-64). */
export function boughtDesigns(saved: SavedOrders | null): ReadonlySet<string> {
  const paid = (saved?.orders ?? []).filter((order) => order.status === 'Completed');
  const items = paid.flatMap((order) => order.items).filter((item) => !item.isRevoked);
  return new Set(items.map((item) => item.productId));
}
