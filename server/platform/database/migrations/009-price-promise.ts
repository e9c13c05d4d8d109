import type { Kysely } from 'kysely';
import { columnTypes } from '../column-types.ts';

/** What designs cost before their prices rose, and the price at which a buyer added a design to the cart. */
export async function up(database: Kysely<unknown>): Promise<void> {
  const { text } = columnTypes(database);
  await database.schema
    .createTable('endedPrices')
    .addColumn('productId', text, (column) =>
      column.notNull().references('products.id').onDelete('cascade'),
    )
    .addColumn('cents', 'bigint', (column) => column.notNull())
    .addColumn('endedAt', text, (column) => column.notNull())
    .addPrimaryKeyConstraint('endedPricesKey', ['productId', 'endedAt'])
    .execute();
  await database.schema
    .createTable('seenPrices')
    .addColumn('accountId', text, (column) =>
      column.notNull().references('accounts.id').onDelete('cascade'),
    )
    .addColumn('productId', text, (column) =>
      column.notNull().references('products.id').onDelete('cascade'),
    )
    .addColumn('cents', 'bigint', (column) => column.notNull())
    .addPrimaryKeyConstraint('seenPricesKey', ['accountId', 'productId'])
    .execute();
}
