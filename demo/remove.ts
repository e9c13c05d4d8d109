import type { Change } from '#server/platform/database/change.ts';
import { recordCatalogueChange } from '#server/platform/database/record-catalogue-change.ts';

/** The result of removing the demo studio. */
export interface Removal {
  readonly removed: number;
  /** Number of designs that somebody bought: their buyers keep them, but the shop no longer shows them. */
  readonly retired: number;
}

/**
 * Deletes the demo studio: designs, pictures, accounts and progress. What orders refer to stays: designs are
 * retired, accounts can't sign in. The brand settings stay too; the studio can change them.
 */
export async function removeDemo(change: Change): Promise<Removal> {
  const { tx } = change;
  const designs = await tx
    .selectFrom('products')
    .leftJoin('orderItems', 'orderItems.productId', 'products.id')
    .select(['products.id', 'orderItems.id as itemId'])
    .where('products.isDemo', '=', 1)
    .execute();
  const bought = new Set(designs.flatMap(({ id, itemId }) => (itemId === null ? [] : [id])));
  const free = [...new Set(designs.map(({ id }) => id))].filter((id) => !bought.has(id));
  await recordCatalogueChange(change, [...free, ...bought]);
  for (const id of [...free, ...bought]) {
    await tx.deleteFrom('cartLines').where('productId', '=', id).execute();
    await tx.deleteFrom('wishlistLines').where('productId', '=', id).execute();
  }
  for (const id of free) await tx.deleteFrom('products').where('id', '=', id).execute();
  for (const id of bought) {
    await tx.updateTable('products').set({ status: 'retired' }).where('id', '=', id).execute();
  }
  await tx
    .deleteFrom('categories')
    .where('isDemo', '=', 1)
    .where('id', 'not in', (inner) => inner.selectFrom('productCategories').select('categoryId'))
    .execute();
  await tx.deleteFrom('featuredImages').where('isDemo', '=', 1).execute();
  await tx
    .deleteFrom('accounts')
    .where('isDemo', '=', 1)
    .where('id', 'not in', (inner) => inner.selectFrom('orders').select('accountId'))
    .execute();
  // Accounts with orders stay, but nobody may sign in to them: their password is public.
  await tx
    .updateTable('accounts')
    .set({ status: 'rejected', passwordHash: '' })
    .where('isDemo', '=', 1)
    .execute();
  await tx
    .deleteFrom('sessions')
    .where('accountId', 'in', (inner) =>
      inner.selectFrom('accounts').select('id').where('isDemo', '=', 1),
    )
    .execute();
  await tx.deleteFrom('settings').where('key', '=', 'demo').execute();
  await recordCatalogueChange(change, null);
  return { removed: free.length, retired: bought.size };
}
