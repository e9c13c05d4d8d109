import type { Kysely } from 'kysely';
import { columnTypes } from '../../column-types.ts';
import { createIndex, ownedBy } from '../../table-parts.ts';

export async function createLists(database: Kysely<unknown>): Promise<void> {
  const { schema } = database;
  const { text } = columnTypes(database);
  await schema
    .createTable('carts')
    .addColumn('accountId', text, (column) =>
      column.primaryKey().references('accounts.id').onDelete('cascade'),
    )
    .addColumn('id', text, (column) => column.notNull().unique())
    .addColumn('version', 'bigint', (column) => column.notNull())
    .addColumn('couponId', text, (column) => column.references('coupons.id'))
    .execute();

  await schema
    .createTable('cartLines')
    .addColumn('accountId', text, ownedBy('accounts.id'))
    .addColumn('productId', text, (column) => column.notNull().references('products.id'))
    .addColumn('addedAt', text, (column) => column.notNull())
    .addPrimaryKeyConstraint('cartLinesKey', ['accountId', 'productId'])
    .execute();
  await createIndex(database, 'cartLinesByAge', 'cartLines', ['addedAt']);

  await schema
    .createTable('wishlists')
    .addColumn('accountId', text, (column) =>
      column.primaryKey().references('accounts.id').onDelete('cascade'),
    )
    .addColumn('id', text, (column) => column.notNull().unique())
    .addColumn('version', 'bigint', (column) => column.notNull())
    .execute();

  await schema
    .createTable('wishlistLines')
    .addColumn('accountId', text, ownedBy('accounts.id'))
    .addColumn('productId', text, (column) => column.notNull().references('products.id'))
    .addColumn('addedAt', text, (column) => column.notNull())
    .addPrimaryKeyConstraint('wishlistLinesKey', ['accountId', 'productId'])
    .execute();

  await schema
    .createTable('knownPrices')
    .addColumn('accountId', text, (column) => column.notNull())
    .addColumn('productId', text, (column) => column.notNull())
    .addColumn('cents', 'bigint', (column) => column.notNull())
    .addPrimaryKeyConstraint('knownPricesKey', ['accountId', 'productId'])
    .addForeignKeyConstraint(
      'knownPricesLine',
      ['accountId', 'productId'],
      'wishlistLines',
      ['accountId', 'productId'],
      (key) => key.onDelete('cascade'),
    )
    .execute();
  await createIndex(database, 'knownPricesByProduct', 'knownPrices', ['productId']);
}
