import type { Kysely } from 'kysely';

/** Counts downloads by day and design, and indexes what the studio's figures read. */
export async function up({ schema }: Kysely<unknown>): Promise<void> {
  await schema
    .createTable('downloadDays')
    .addColumn('day', 'text', (column) => column.notNull())
    .addColumn('productId', 'text', (column) =>
      column.notNull().references('products.id').onDelete('cascade'),
    )
    .addColumn('count', 'integer', (column) => column.notNull())
    .addPrimaryKeyConstraint('downloadDaysKey', ['day', 'productId'])
    .execute();
  await schema
    .createIndex('downloadDaysByProduct')
    .on('downloadDays')
    .column('productId')
    .execute();
  // Has every column that a sum reads, so that the orders themselves aren't read.
  await schema
    .createIndex('ordersReported')
    .on('orders')
    .columns([
      'state',
      'paidAt',
      'paymentMethod',
      'capturedAmount',
      'totalPrice',
      'couponCode',
      'couponDiscount',
      'customerCountry',
      'id',
    ])
    .execute();
  await schema
    .createIndex('itemsReported')
    .on('orderItems')
    .columns(['orderId', 'productId', 'price', 'discountedPrice', 'couponDiscount'])
    .execute();
  await schema.createIndex('refundsByAge').on('refunds').columns(['kind', 'createdAt']).execute();
  await schema.createIndex('cartLinesByAge').on('cartLines').columns(['addedAt']).execute();
}
