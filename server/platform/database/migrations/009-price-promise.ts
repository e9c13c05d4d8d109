import type { Kysely } from 'kysely';
import { columnTypes } from '../column-types.ts';
import { ownedBy } from '../table-parts.ts';

/** What designs cost before their prices rose, and the price at which a buyer added a design to the cart. */
export async function up(database: Kysely<unknown>): Promise<void> {
  const { text } = columnTypes(database);
  await database.schema
    .createTable('endedPrices')
    .addColumn('productId', text, ownedBy('products.id'))
    .addColumn('cents', 'bigint', (column) => column.notNull())
    .addColumn('endedAt', text, (column) => column.notNull())
    .addPrimaryKeyConstraint('endedPricesKey', ['productId', 'endedAt'])
    .execute();
  await database.schema
    .createTable('seenPrices')
    .addColumn('accountId', text, ownedBy('accounts.id'))
    .addColumn('productId', text, ownedBy('products.id'))
    .addColumn('cents', 'bigint', (column) => column.notNull())
    .addPrimaryKeyConstraint('seenPricesKey', ['accountId', 'productId'])
    .execute();
}
