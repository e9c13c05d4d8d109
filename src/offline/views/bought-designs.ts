import type { SavedOrders } from '#offline/stores/account-store.ts';

/** The ids of the designs in paid orders; a refunded item doesn't count (OP-22, OP-64). */
export function boughtDesigns(saved: SavedOrders | null): ReadonlySet<string> {
  const paid = (saved?.orders ?? []).filter((order) => order.status === 'Completed');
  const items = paid.flatMap((order) => order.items).filter((item) => !item.isRevoked);
  return new Set(items.map((item) => item.productId));
}
