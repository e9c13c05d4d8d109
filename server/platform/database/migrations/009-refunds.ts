import { type Kysely, sql } from 'kysely';
import type { Tables } from '../tables.ts';

/**
 * Refunds that the studio asks for, what the provider took of each order, and which items were
 * refunded; and how the studio looks for orders and buyers.
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
  // One at a time for an order: the others wait until it is known what came of it.
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

/** So far nothing but a refund revoked, and a payment that never was in review fitted its order. */
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

/** What a search begins with is compared in lower case, as `startsWith` in `search.ts` asks for it. */
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
