import type { Transaction } from '#server/platform/database/open.ts';
import { recordChange } from '#server/platform/database/record-change.ts';

/** What is left of the demo studio after its removal. */
export interface Removal {
  readonly removed: number;
  /** Designs that somebody bought: their buyers keep them, but nobody sees them in the shop. */
  readonly retired: number;
}

/**
 * Takes the demo studio out: designs, pictures, accounts and progress. What an order needs stays,
 * retired. The brand's settings stay too; they are the studio's to change.
 */
export async function removeDemo(tx: Transaction, now: Date): Promise<Removal> {
  const designs = await tx
    .selectFrom('products')
    .leftJoin('orderItems', 'orderItems.productId', 'products.id')
    .select(['products.id', 'orderItems.id as itemId'])
    .where('products.isDemo', '=', 1)
    .execute();
  const bought = new Set(designs.flatMap(({ id, itemId }) => (itemId === null ? [] : [id])));
  const free = [...new Set(designs.map(({ id }) => id))].filter((id) => !bought.has(id));
  await recordChange(tx, now, [...free, ...bought]);
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
  // An account with orders keeps them, but nobody may sign in with a password that is printed.
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
  await recordChange(tx, now, null);
  return { removed: free.length, retired: bought.size };
}
