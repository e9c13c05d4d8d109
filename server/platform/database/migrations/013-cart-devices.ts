import { type Kysely, sql } from 'kysely';
import { columnTypes } from '../column-types.ts';
import { createIndex, ownedBy } from '../table-parts.ts';

/** Buyers' devices, which of them each cart line was added on, and where designs were removed. */
export async function up(database: Kysely<unknown>): Promise<void> {
  const { schema } = database;
  const { text } = columnTypes(database);
  await schema
    .createTable('accountDevices')
    .addColumn('id', text, (column) => column.primaryKey())
    .addColumn('accountId', text, ownedBy('accounts.id'))
    .addColumn('cookieHash', text, (column) => column.notNull())
    .addColumn('userAgent', text, (column) => column.notNull())
    .addColumn('givenName', text, (column) => column.notNull())
    .addColumn('signedInAt', text, (column) => column.notNull())
    .addUniqueConstraint('accountDevicesCookie', ['accountId', 'cookieHash'])
    .execute();

  for (const table of ['sessions', 'pushDevices']) {
    await schema
      .alterTable(table)
      .addColumn('deviceId', text, (column) =>
        column.references('accountDevices.id').onDelete('cascade'),
      )
      .execute();
    await schema.createIndex(`${table}ByDevice`).on(table).column('deviceId').execute();
  }
  await schema
    .createTable('cartLineDevices')
    .addColumn('accountId', text, (column) => column.notNull())
    .addColumn('productId', text, (column) => column.notNull())
    .addColumn('deviceId', text, ownedBy('accountDevices.id'))
    .addPrimaryKeyConstraint('cartLineDevicesKey', ['accountId', 'productId'])
    .addForeignKeyConstraint(
      'cartLineDevicesLine',
      ['accountId', 'productId'],
      'cartLines',
      ['accountId', 'productId'],
      (key) => key.onDelete('cascade'),
    )
    .execute();
  await createIndex(database, 'cartLineDevicesByDevice', 'cartLineDevices', ['deviceId']);

  await schema
    .createTable('cartRemovals')
    .addColumn('accountId', text, ownedBy('accounts.id'))
    .addColumn('productId', text, ownedBy('products.id'))
    .addColumn('deviceId', text, ownedBy('accountDevices.id'))
    .addColumn('removedAt', text, (column) => column.notNull())
    .addPrimaryKeyConstraint('cartRemovalsKey', ['accountId', 'productId'])
    .execute();
  await createIndex(database, 'cartRemovalsByProduct', 'cartRemovals', ['productId']);
  await createIndex(database, 'cartRemovalsByDevice', 'cartRemovals', ['deviceId']);
  await createIndex(database, 'cartRemovalsByAge', 'cartRemovals', ['removedAt']);

  // Sessions from before have no device; each gets one of its own, so that its owner can sign it out.
  await sql`
    INSERT INTO "accountDevices" (id, "accountId", "cookieHash", "userAgent", "givenName", "signedInAt")
    SELECT substr("tokenHash", 1, 24), "accountId", "tokenHash", '', '', "createdAt" FROM sessions
  `.execute(database);
  await sql`UPDATE sessions SET "deviceId" = substr("tokenHash", 1, 24)`.execute(database);
}
