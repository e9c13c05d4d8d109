import { type Kysely, sql } from 'kysely';
import { columnTypes } from '../../column-types.ts';
import { createIndex, ownedBy } from '../../table-parts.ts';

export async function createOrders(database: Kysely<unknown>): Promise<void> {
  const { schema } = database;
  const { text, counter } = columnTypes(database);
  await schema
    .createTable('orders')
    .addColumn('id', text, (column) => column.primaryKey())
    .addColumn('orderNumber', text, (column) => column.notNull().unique())
    .addColumn('accountId', text, (column) => column.notNull().references('accounts.id'))
    .addColumn('state', text, (column) =>
      column
        .notNull()
        .check(
          sql`state in ('draft', 'provider_creating', 'provider_created', 'capturing', 'paid', 'review', 'void')`,
        ),
    )
    .addColumn('totalPrice', 'bigint', (column) => column.notNull().check(sql`"totalPrice" >= 0`))
    .addColumn('totalDiscount', 'bigint', (column) => column.notNull())
    .addColumn('couponCode', text)
    .addColumn('couponDiscount', 'bigint', (column) => column.notNull().defaultTo(0))
    .addColumn('customerName', text, (column) => column.notNull())
    .addColumn('customerEmail', text, (column) => column.notNull())
    .addColumn('customerCountry', text, (column) => column.notNull())
    .addColumn('customerCity', text, (column) => column.notNull())
    .addColumn('acceptedTermsVersion', text, (column) => column.notNull())
    .addColumn('createdAt', text, (column) => column.notNull())
    .addColumn('updatedAt', text, (column) => column.notNull())
    .addColumn('paidAt', text)
    .addColumn('providerOrderId', text, (column) => column.unique())
    .addColumn('createRequestId', text, (column) => column.notNull())
    .addColumn('captureRequestId', text)
    .addColumn('providerCaptureId', text, (column) => column.unique())
    .addColumn('paymentMethod', text, (column) => column.notNull())
    .addColumn('declinedAt', text)
    .addColumn('reviewReason', text)
    .addColumn('nextPollAt', text)
    .addColumn('capturedAmount', 'bigint')
    .addColumn('unansweredPolls', 'bigint', (column) => column.notNull().defaultTo(0))
    .addColumn('unansweredSince', text)
    .execute();
  await createIndex(database, 'ordersToPoll', 'orders', ['nextPollAt']);
  await createIndex(database, 'ordersByAge', 'orders', ['createdAt', 'id']);
  await createIndex(database, 'ordersByState', 'orders', ['state', 'createdAt', 'id']);
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
  await createIndex(database, 'ordersSold', 'orders', ['state', 'paidAt']);
  await createIndex(database, 'ordersReported', 'orders', [
    'state',
    'paidAt',
    'paymentMethod',
    'capturedAmount',
    'totalPrice',
    'couponCode',
    'couponDiscount',
    'customerCountry',
    'id',
  ]);
  await createIndex(database, 'ordersByAccount', 'orders', [
    'accountId',
    'createdAt',
    'state',
    'paymentMethod',
  ]);

  await schema
    .createTable('orderItems')
    .addColumn('id', text, (column) => column.primaryKey())
    .addColumn('orderId', text, (column) => column.notNull().references('orders.id'))
    .addColumn('productId', text, (column) => column.notNull().references('products.id'))
    .addColumn('position', 'bigint', (column) => column.notNull())
    .addColumn('productName', text, (column) => column.notNull())
    .addColumn('imageUrl', text, (column) => column.notNull())
    .addColumn('price', 'bigint', (column) => column.notNull())
    .addColumn('discountedPrice', 'bigint')
    .addColumn('licenseType', text, (column) => column.notNull())
    .addColumn('licenceTextVersion', text, (column) => column.notNull())
    .addColumn('revokedAt', text)
    .addColumn('couponDiscount', 'bigint', (column) => column.notNull().defaultTo(0))
    .addColumn('refundedAt', text)
    .addColumn('licenceItems', 'bigint', (column) => column.notNull().defaultTo(100))
    .execute();
  await createIndex(database, 'itemsByOrder', 'orderItems', ['orderId']);
  await createIndex(database, 'orderItemsByProduct', 'orderItems', ['productId']);
  await createIndex(database, 'orderItemsByImage', 'orderItems', ['imageUrl']);
  await createIndex(database, 'itemsReported', 'orderItems', [
    'orderId',
    'productId',
    'price',
    'discountedPrice',
    'couponDiscount',
  ]);

  await schema
    .createTable('couponUses')
    .addColumn('orderId', text, (column) => column.primaryKey().references('orders.id'))
    .addColumn('couponId', text, (column) => column.notNull().references('coupons.id'))
    .addColumn('accountId', text, (column) => column.notNull().references('accounts.id'))
    .addColumn('onceKey', text)
    .addColumn('state', text, (column) =>
      column.notNull().check(sql`state in ('reserved', 'spent')`),
    )
    .addColumn('createdAt', text, (column) => column.notNull())
    .addUniqueConstraint('couponUsesOnce', ['couponId', 'onceKey'])
    .execute();
  await createIndex(database, 'couponUsesByAccount', 'couponUses', ['couponId', 'accountId']);

  await schema
    .createTable('refunds')
    .addColumn('id', text, (column) => column.primaryKey())
    .addColumn('orderId', text, (column) => column.notNull().references('orders.id'))
    .addColumn('orderItemId', text)
    .addColumn('kind', text, (column) => column.notNull())
    .addColumn('amount', 'bigint', (column) => column.notNull())
    .addColumn('providerId', text, (column) => column.notNull().unique())
    .addColumn('createdAt', text, (column) => column.notNull())
    .execute();
  await createIndex(database, 'refundsByOrder', 'refunds', ['orderId']);
  await createIndex(database, 'refundsByKind', 'refunds', ['kind', 'orderId']);
  await createIndex(database, 'refundsByAge', 'refunds', ['kind', 'createdAt']);

  await schema
    .createTable('refundRequests')
    .addColumn('id', text, (column) => column.primaryKey())
    .addColumn('orderId', text, (column) => column.notNull().references('orders.id'))
    .addColumn('orderItemId', text, (column) => column.references('orderItems.id'))
    .addColumn('amount', 'bigint', (column) => column.notNull().check(sql`amount > 0`))
    .addColumn('requestId', text, (column) => column.notNull().unique())
    .addColumn('state', text, (column) =>
      column.notNull().check(sql`state in ('open', 'done', 'refused')`),
    )
    .addColumn('actorId', text, (column) => column.notNull())
    .addColumn('providerId', text, (column) => column.unique())
    .addColumn('issue', text)
    .addColumn('createdAt', text, (column) => column.notNull())
    .addColumn('nextPollAt', text)
    .addColumn('unansweredPolls', 'bigint', (column) => column.notNull().defaultTo(0))
    .addColumn('unansweredSince', text)
    .addColumn('overdueAt', text)
    .execute();
  await createIndex(database, 'refundRequestsByOrder', 'refundRequests', ['orderId']);
  await createIndex(database, 'refundRequestsToPoll', 'refundRequests', ['nextPollAt']);
  await schema
    .createIndex('refundRequestOpen')
    .on('refundRequests')
    .unique()
    .column('orderId')
    .where(sql.ref('state'), '=', sql.lit('open'))
    .execute();

  await schema
    .createTable('paymentEvents')
    .addColumn('id', counter.type, counter.build)
    .addColumn('orderId', text, (column) => column.notNull().references('orders.id'))
    .addColumn('kind', text, (column) => column.notNull())
    .addColumn('detail', text, (column) => column.notNull())
    .addColumn('createdAt', text, (column) => column.notNull())
    .execute();
  await createIndex(database, 'eventsByOrder', 'paymentEvents', ['orderId']);

  await schema
    .createTable('downloadDays')
    .addColumn('day', text, (column) => column.notNull())
    .addColumn('productId', text, ownedBy('products.id'))
    .addColumn('count', 'bigint', (column) => column.notNull())
    .addPrimaryKeyConstraint('downloadDaysKey', ['day', 'productId'])
    .execute();
  await createIndex(database, 'downloadDaysByProduct', 'downloadDays', ['productId']);
}
