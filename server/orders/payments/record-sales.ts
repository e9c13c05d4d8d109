import type { Selectable } from 'kysely';
import type { Change } from '../../platform/database/change.ts';
import { recordCatalogueChange } from '../../platform/database/record-catalogue-change.ts';
import type { Tables } from '../../platform/database/tables.ts';

export type Item = Selectable<Tables['orderItems']>;

/** The items whose sales a transaction adds, and those whose sales it takes back. */
export interface Sales {
  readonly sold: readonly Item[];
  readonly revoked: readonly Item[];
}

export const noSales: Sales = { sold: [], revoked: [] };

/** Changes the counts of sales of the items' designs, but of none drawn for a buyer, and tells the catalogue: call it last. */
export async function recordSales(change: Change, { sold, revoked }: Sales): Promise<void> {
  await countSales(change, sold, 1);
  await countSales(change, revoked, -1);
  // The list of revoked licences is public.
  if (revoked.length > 0) await recordCatalogueChange(change, null);
}

async function countSales(change: Change, items: readonly Item[], by: 1 | -1): Promise<void> {
  if (items.length === 0) return;
  const productIds = items.map(({ productId }) => productId);
  const counted = await change.tx
    .updateTable('products')
    .set((set) => ({ salesCount: set('salesCount', '+', by) }))
    .where('id', 'in', productIds)
    .where('commissionId', 'is', null)
    .returning('id')
    .execute();
  if (counted.length === 0) return;
  const ids = counted.map(({ id }) => id);
  await recordCatalogueChange(change, ids);
}
