import { dueSales, switchSales } from '../../catalogue/sales.ts';
import type { Change } from '../../platform/database/change.ts';

/**
 * Starts and ends the sales that are due of all designs that an account's cart is priced by: its own, and those in a
 * collection with one of them. Returns the published designs that changed, for `recordCatalogueChange`.
 */
export async function switchCartSales(
  change: Change,
  accountId: string,
): Promise<readonly string[]> {
  const { tx, now } = change;
  const own = tx.selectFrom('cartLines').select('productId').where('accountId', '=', accountId);
  const beside = tx
    .selectFrom('cartLines')
    .innerJoin('collectionDesigns as own', 'own.productId', 'cartLines.productId')
    .innerJoin('collectionDesigns as other', 'other.collectionId', 'own.collectionId')
    .select('other.productId')
    .where('cartLines.accountId', '=', accountId);
  const due = await dueSales(tx, now).where('id', 'in', own.union(beside)).execute();
  return switchSales(change, due);
}
