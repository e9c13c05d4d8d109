import { sql } from 'kysely';
import type { Transaction } from '../../platform/database/open.ts';
import { statement } from '../../platform/database/statement.ts';

/** What a design costs in cents, calculated as by `priceToPay`. */
export const priceNow = sql<number>`case when products."discountedPrice" < products.price
  then products."discountedPrice" else products.price end`;

/** Records the price of a design that was just added to a wishlist. */
export const rememberPrice = statement(
  (tx, { accountId, productId }: { readonly accountId: string; readonly productId: string }) =>
    insertPrices(tx, accountId, [productId]).onConflict((conflict) => conflict.doNothing()),
);

/** Records the current prices of wishlist designs that became cheaper; of all of them unless `productIds` are given. */
export async function rememberLowerPrices(
  tx: Transaction,
  accountId: string,
  productIds?: readonly string[],
): Promise<void> {
  await insertPrices(tx, accountId, productIds)
    .onConflict((conflict) =>
      conflict
        .columns(['accountId', 'productId'])
        .doUpdateSet((row) => ({ cents: row.ref('excluded.cents') }))
        .where('excluded.cents', '<', (row) => row.ref('knownPrices.cents')),
    )
    .execute();
}

function insertPrices(tx: Transaction, accountId: string, productIds?: readonly string[]) {
  return tx
    .insertInto('knownPrices')
    .columns(['accountId', 'productId', 'cents'])
    .expression((from) => {
      const lines = from
        .selectFrom('wishlistLines')
        .innerJoin('products', 'products.id', 'productId')
        .select(['accountId', 'productId', priceNow.as('cents')])
        .where('accountId', '=', accountId);
      return productIds ? lines.where('productId', 'in', productIds) : lines;
    });
}
