import { sql } from 'kysely';
import type { Change } from '#server/platform/database/change.ts';
import { isPostgres } from '#server/platform/database/column-types.ts';
import { recordCatalogueChange } from '#server/platform/database/record-catalogue-change.ts';
import { demoRequest } from './demo-request.ts';
import { demoCoupons, demoEmptySearches } from './orders.ts';
import { demoCouponId } from './seed-orders.ts';

/** The result of removing the demo studio. */
export interface Removal {
  readonly removed: number;
  /** Number of designs that somebody bought: their buyers keep them, but the shop no longer shows them. */
  readonly retired: number;
}

/** Deletes the orders that came with the demo, and their coupons. */
async function removeOrders({ tx }: Change): Promise<void> {
  const orders = tx
    .selectFrom('orders')
    .select('id')
    .where('createRequestId', 'like', `${demoRequest}%`);
  for (const table of [
    'couponUses',
    'refunds',
    'refundRequests',
    'paymentEvents',
    'orderItems',
  ] as const) {
    await tx.deleteFrom(table).where('orderId', 'in', orders).execute();
  }
  // The demo has nobody's data, so its words needn't be erased from the index one by one, which takes a minute.
  const eraseWords = (isOn: 0 | 1) =>
    sql`insert into "orderWords"("orderWords", rank) values ('secure-delete', ${sql.lit(isOn)})`.execute(
      tx,
    );
  if (!isPostgres(tx)) await eraseWords(0);
  await tx.deleteFrom('orders').where('createRequestId', 'like', `${demoRequest}%`).execute();
  if (!isPostgres(tx)) await eraseWords(1);
  const coupons = Object.keys(demoCoupons).map(demoCouponId);
  await tx.updateTable('carts').set({ couponId: null }).where('couponId', 'in', coupons).execute();
  const inUse = tx.selectFrom('couponUses').select('couponId');
  await tx.deleteFrom('coupons').where('id', 'in', coupons).where('id', 'not in', inUse).execute();
  const designs = tx.selectFrom('products').select('id').where('isDemo', '=', 1);
  await tx.deleteFrom('downloadDays').where('productId', 'in', designs).execute();
  await tx
    .deleteFrom('emptySearches')
    .where('words', 'in', Object.keys(demoEmptySearches))
    .execute();
}

/**
 * Deletes the demo studio: designs, pictures, accounts and progress. What orders refer to stays: designs are
 * retired, accounts can't sign in. The brand settings stay too; the studio can change them.
 */
export async function removeDemo(change: Change): Promise<Removal> {
  const { tx } = change;
  await removeOrders(change);
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
  await tx.deleteFrom('collections').where('isDemo', '=', 1).execute();
  await tx.deleteFrom('featuredImages').where('isDemo', '=', 1).execute();
  const reviewed = await tx
    .deleteFrom('reviews')
    .where('accountId', 'in', (inner) =>
      inner.selectFrom('accounts').select('id').where('isDemo', '=', 1),
    )
    .returning('productId')
    .execute();
  await recordCatalogueChange(change, [...new Set(reviewed.map(({ productId }) => productId))]);
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
  await tx
    .deleteFrom('colleagues')
    .where('accountId', 'in', (inner) =>
      inner.selectFrom('accounts').select('id').where('isDemo', '=', 1),
    )
    .execute();
  await tx.deleteFrom('settings').where('key', '=', 'demo').execute();
  await recordCatalogueChange(change, null);
  return { removed: free.length, retired: bought.size };
}
