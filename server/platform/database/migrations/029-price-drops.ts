import { type Kysely, sql } from 'kysely';

/**
 * Browsers can subscribe to several kinds of push, so pushes get a table of their own. The columns of
 * `pushDevices` that held them stay, empty, for the version that still runs beside this one during an update.
 * Adds the prices of wishlist designs as their owners last knew them, in cents.
 */
export async function up(database: Kysely<unknown>): Promise<void> {
  const { schema } = database;
  for (const [column, isOn] of [
    ['hasCustoms', 1],
    ['hasPriceDrops', 0],
  ] as const) {
    await schema
      .alterTable('pushDevices')
      .addColumn(column, 'integer', (each) => each.notNull().defaultTo(isOn))
      .execute();
  }
  await schema
    .createTable('pushes')
    .addColumn('endpoint', 'text', (column) =>
      column.notNull().references('pushDevices.endpoint').onDelete('cascade'),
    )
    .addColumn('kind', 'text', (column) => column.notNull())
    .addColumn('detail', 'text', (column) => column.notNull())
    .addColumn('queuedAt', 'text', (column) => column.notNull())
    .addColumn('nextTryAt', 'text', (column) => column.notNull())
    .addColumn('attempts', 'integer', (column) => column.notNull().defaultTo(0))
    .addPrimaryKeyConstraint('pushesKey', ['endpoint', 'kind'])
    .execute();
  await schema.createIndex('pushesDue').on('pushes').column('nextTryAt').execute();
  await sql`
    insert into pushes (endpoint, kind, detail, "queuedAt", "nextTryAt", attempts)
    select endpoint, 'customs', '', coalesce("openedAt", "nextTryAt"), "nextTryAt", attempts
    from "pushDevices" where "nextTryAt" is not null`.execute(database);
  await sql`update "pushDevices" set "nextTryAt" = null`.execute(database);
  await schema.dropIndex('pushDevicesDue').execute();

  await schema
    .createTable('knownPrices')
    .addColumn('accountId', 'text', (column) => column.notNull())
    .addColumn('productId', 'text', (column) => column.notNull())
    .addColumn('cents', 'integer', (column) => column.notNull())
    .addPrimaryKeyConstraint('knownPricesKey', ['accountId', 'productId'])
    .addForeignKeyConstraint(
      'knownPricesLine',
      ['accountId', 'productId'],
      'wishlistLines',
      ['accountId', 'productId'],
      (line) => line.onDelete('cascade'),
    )
    .execute();
  await schema.createIndex('knownPricesByProduct').on('knownPrices').column('productId').execute();
  await sql`
    insert into "knownPrices" ("accountId", "productId", cents)
    select "accountId", "productId",
      case when "discountedPrice" < price then "discountedPrice" else price end
    from "wishlistLines" join products on products.id = "productId"`.execute(database);
  await schema.alterTable('accounts').addColumn('priceDropsDueAt', 'text').execute();
  await schema.alterTable('accounts').addColumn('priceDropsToldAt', 'text').execute();
  await schema
    .createIndex('accountsPriceDropsDue')
    .on('accounts')
    .column('priceDropsDueAt')
    .execute();
}
