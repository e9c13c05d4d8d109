import { type Kysely, sql } from 'kysely';
import type { Tables } from '../tables.ts';

/**
 * Refunds requested by the studio, what the provider took of each order, and which items were refunded; also
 * indexes for the studio's search of orders and buyers.
 */
export async function up(database: Kysely<unknown>): Promise<void> {
  const { schema } = database;
  await schema
    .createTable('refundRequests')
    .addColumn('id', 'text', (column) => column.primaryKey())
    .addColumn('orderId', 'text', (column) => column.notNull().references('orders.id'))
    .addColumn('orderItemId', 'text', (column) => column.references('orderItems.id'))
    .addColumn('amount', 'integer', (column) => column.notNull().check(sql`amount > 0`))
    .addColumn('requestId', 'text', (column) => column.notNull().unique())
    .addColumn('state', 'text', (column) =>
      column.notNull().check(sql`state in ('open', 'done', 'refused')`),
    )
    .addColumn('who', 'text', (column) => column.notNull())
    .addColumn('providerId', 'text', (column) => column.unique())
    .addColumn('issue', 'text')
    .addColumn('createdAt', 'text', (column) => column.notNull())
    .addColumn('askAt', 'text')
    .execute();
  await schema
    .createIndex('refundRequestsByOrder')
    .on('refundRequests')
    .column('orderId')
    .execute();
  await schema.createIndex('refundRequestsToAsk').on('refundRequests').column('askAt').execute();
  // One open refund per order: others wait until its outcome is known.
  await schema
    .createIndex('refundRequestOpen')
    .unique()
    .on('refundRequests')
    .column('orderId')
    .where(sql.ref('state'), '=', sql.lit('open'))
    .execute();
  await schema.alterTable('orders').addColumn('capturedAmount', 'integer').execute();
  await schema.alterTable('orderItems').addColumn('refundedAt', 'text').execute();
  await fillIn(database as Kysely<Tables>);
  await indexForStudio(database);
}

/** Until now only a refund revoked an item, and a payment that was never in review matched its order. */
async function fillIn(database: Kysely<Tables>): Promise<void> {
  await database
    .updateTable('orderItems')
    .set((item) => ({ refundedAt: item.ref('revokedAt') }))
    .execute();
  await database
    .updateTable('orders')
    .set((order) => ({ capturedAmount: order.ref('totalPrice') }))
    .where('state', '=', 'paid')
    .where('providerCaptureId', 'is not', null)
    .where('reviewReason', 'is', null)
    .execute();
}

/** Searches by beginning compare in lower case, as `startsWith` in text-search.ts does. */
async function indexForStudio({ schema }: Kysely<unknown>): Promise<void> {
  await schema
    .createIndex('accountsByStatus')
    .on('accounts')
    .columns(['deletedAt', 'status', 'createdAt', 'id'])
    .execute();
  await schema
    .createIndex('accountsByAge')
    .on('accounts')
    .columns(['deletedAt', 'createdAt', 'id'])
    .execute();
  await schema
    .createIndex('accountsByName')
    .on('accounts')
    .expression(sql`lower("firstName" || ' ' || "lastName")`)
    .execute();
  await schema
    .createIndex('accountsByLastName')
    .on('accounts')
    .expression(sql`lower("lastName")`)
    .execute();
  await schema.createIndex('ordersByAge').on('orders').columns(['createdAt', 'id']).execute();
  await schema
    .createIndex('ordersByState')
    .on('orders')
    .columns(['state', 'createdAt', 'id'])
    .execute();
  await schema
    .createIndex('ordersByCustomer')
    .on('orders')
    .expression(sql`lower("customerName")`)
    .execute();
  await schema
    .createIndex('ordersByCustomerEmail')
    .on('orders')
    .expression(sql`lower("customerEmail")`)
    .execute();
  await schema.createIndex('refundsByKind').on('refunds').columns(['kind', 'orderId']).execute();
}
