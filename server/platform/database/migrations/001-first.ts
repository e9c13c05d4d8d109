import { type Kysely, sql } from 'kysely';

/** The first tables. Column types are those that both engines have: text, integer. */
export async function up(database: Kysely<unknown>): Promise<void> {
  const { schema } = database;
  await schema
    .createTable('accounts')
    .addColumn('id', 'text', (column) => column.primaryKey())
    .addColumn('email', 'text', (column) => column.notNull())
    .addColumn('emailKey', 'text', (column) => column.notNull().unique())
    .addColumn('passwordHash', 'text', (column) => column.notNull())
    .addColumn('firstName', 'text', (column) => column.notNull())
    .addColumn('lastName', 'text', (column) => column.notNull())
    .addColumn('licenseType', 'text', (column) =>
      column.notNull().check(sql`"licenseType" in ('FABRIC_SHOP', 'SMALL_BUSINESS')`),
    )
    .addColumn('businessVerificationLink', 'text', (column) => column.notNull())
    .addColumn('avatarUrl', 'text')
    .addColumn('status', 'text', (column) =>
      column.notNull().check(sql`status in ('pending', 'approved', 'rejected')`),
    )
    .addColumn('isDemo', 'integer', (column) => column.notNull().defaultTo(0))
    .addColumn('createdAt', 'text', (column) => column.notNull())
    .execute();
  await schema
    .createTable('sessions')
    .addColumn('tokenHash', 'text', (column) => column.primaryKey())
    .addColumn('accountId', 'text', (column) =>
      column.notNull().references('accounts.id').onDelete('cascade'),
    )
    .addColumn('createdAt', 'text', (column) => column.notNull())
    .addColumn('lastSeenAt', 'text', (column) => column.notNull())
    .execute();
  await schema.createIndex('sessionsByAccount').on('sessions').column('accountId').execute();
  await schema
    .createTable('rateLimits')
    .addColumn('key', 'text', (column) => column.primaryKey())
    .addColumn('count', 'integer', (column) => column.notNull())
    .addColumn('windowEndsAt', 'text', (column) => column.notNull())
    .execute();
  await schema
    .createTable('categories')
    .addColumn('id', 'text', (column) => column.primaryKey())
    .addColumn('name', 'text', (column) => column.notNull().unique())
    .addColumn('position', 'integer', (column) => column.notNull())
    .addColumn('isDemo', 'integer', (column) => column.notNull().defaultTo(0))
    .execute();
  await schema
    .createTable('products')
    .addColumn('id', 'text', (column) => column.primaryKey())
    .addColumn('title', 'text', (column) => column.notNull())
    .addColumn('description', 'text', (column) => column.notNull())
    .addColumn('price', 'integer', (column) => column.notNull().check(sql`price >= 0`))
    .addColumn('discountedPrice', 'integer', (column) => column.check(sql`"discountedPrice" >= 0`))
    .addColumn('sku', 'text', (column) => column.notNull().unique())
    .addColumn('salesCount', 'integer', (column) => column.notNull().defaultTo(0))
    .addColumn('designers', 'text', (column) => column.notNull())
    .addColumn('status', 'text', (column) =>
      column.notNull().check(sql`status in ('draft', 'published', 'retired')`),
    )
    .addColumn('publishedAt', 'text', (column) => column.notNull())
    .addColumn('isDesignerFavourite', 'integer', (column) => column.notNull().defaultTo(0))
    .addColumn('archiveSha256', 'text')
    .addColumn('archiveBytes', 'integer')
    .addColumn('isDemo', 'integer', (column) => column.notNull().defaultTo(0))
    .addColumn('updatedAt', 'text', (column) => column.notNull())
    .execute();
  await schema
    .createTable('productCategories')
    .addColumn('productId', 'text', (column) =>
      column.notNull().references('products.id').onDelete('cascade'),
    )
    .addColumn('categoryId', 'text', (column) => column.notNull().references('categories.id'))
    .addColumn('position', 'integer', (column) => column.notNull())
    .addPrimaryKeyConstraint('productCategoriesKey', ['productId', 'categoryId'])
    .execute();
  await schema
    .createTable('productImages')
    .addColumn('id', 'text', (column) => column.primaryKey())
    .addColumn('productId', 'text', (column) =>
      column.notNull().references('products.id').onDelete('cascade'),
    )
    .addColumn('position', 'integer', (column) => column.notNull())
    .addColumn('hash', 'text', (column) => column.notNull())
    .addColumn('width', 'integer', (column) => column.notNull())
    .addColumn('height', 'integer', (column) => column.notNull())
    .addColumn('color', 'text', (column) => column.notNull())
    .execute();
  await schema.createIndex('imagesByProduct').on('productImages').column('productId').execute();
  await schema
    .createTable('productFiles')
    .addColumn('id', 'text', (column) => column.primaryKey())
    .addColumn('productId', 'text', (column) =>
      column.notNull().references('products.id').onDelete('cascade'),
    )
    .addColumn('position', 'integer', (column) => column.notNull())
    .addColumn('name', 'text', (column) => column.notNull())
    .addColumn('mediaType', 'text', (column) => column.notNull())
    .addColumn('sha256', 'text')
    .addColumn('bytes', 'integer')
    .addColumn('width', 'integer')
    .addColumn('height', 'integer')
    .addColumn('dpi', 'integer')
    .execute();
  await schema.createIndex('filesByProduct').on('productFiles').column('productId').execute();
  await schema
    .createTable('featuredImages')
    .addColumn('id', 'text', (column) => column.primaryKey())
    .addColumn('position', 'integer', (column) => column.notNull())
    .addColumn('hash', 'text', (column) => column.notNull())
    .addColumn('width', 'integer', (column) => column.notNull())
    .addColumn('height', 'integer', (column) => column.notNull())
    .addColumn('color', 'text', (column) => column.notNull())
    .addColumn('altText', 'text')
    .addColumn('isDemo', 'integer', (column) => column.notNull().defaultTo(0))
    .execute();
  await schema
    .createTable('catalogueChanges')
    .addColumn('seq', 'integer', (column) => column.primaryKey().autoIncrement())
    .addColumn('productId', 'text')
    .addColumn('changedAt', 'text', (column) => column.notNull())
    .execute();
  await schema
    .createTable('carts')
    .addColumn('accountId', 'text', (column) =>
      column.primaryKey().references('accounts.id').onDelete('cascade'),
    )
    .addColumn('id', 'text', (column) => column.notNull().unique())
    .addColumn('version', 'integer', (column) => column.notNull())
    .execute();
  await schema
    .createTable('cartLines')
    .addColumn('accountId', 'text', (column) =>
      column.notNull().references('accounts.id').onDelete('cascade'),
    )
    .addColumn('productId', 'text', (column) => column.notNull().references('products.id'))
    .addColumn('addedAt', 'text', (column) => column.notNull())
    .addPrimaryKeyConstraint('cartLinesKey', ['accountId', 'productId'])
    .execute();
  await schema
    .createTable('orders')
    .addColumn('id', 'text', (column) => column.primaryKey())
    .addColumn('orderNumber', 'text', (column) => column.notNull().unique())
    .addColumn('accountId', 'text', (column) => column.notNull().references('accounts.id'))
    .addColumn('state', 'text', (column) =>
      column
        .notNull()
        .check(
          sql`state in ('draft', 'provider_creating', 'provider_created', 'capturing', 'paid', 'review', 'void')`,
        ),
    )
    .addColumn('totalPrice', 'integer', (column) => column.notNull().check(sql`"totalPrice" >= 0`))
    .addColumn('totalDiscount', 'integer', (column) => column.notNull())
    .addColumn('couponCode', 'text')
    .addColumn('couponDiscount', 'integer', (column) => column.notNull().defaultTo(0))
    .addColumn('customerName', 'text', (column) => column.notNull())
    .addColumn('customerEmail', 'text', (column) => column.notNull())
    .addColumn('customerCountry', 'text', (column) => column.notNull())
    .addColumn('customerCity', 'text', (column) => column.notNull())
    .addColumn('acceptedTermsVersion', 'text', (column) => column.notNull())
    .addColumn('createdAt', 'text', (column) => column.notNull())
    .addColumn('updatedAt', 'text', (column) => column.notNull())
    .addColumn('paidAt', 'text')
    .addColumn('providerOrderId', 'text', (column) => column.unique())
    .addColumn('createRequestId', 'text', (column) => column.notNull())
    .addColumn('captureRequestId', 'text')
    .addColumn('providerCaptureId', 'text', (column) => column.unique())
    .addColumn('paymentMethod', 'text', (column) => column.notNull())
    .addColumn('declinedAt', 'text')
    .addColumn('reviewReason', 'text')
    .addColumn('askAt', 'text')
    .execute();
  await schema
    .createIndex('ordersByAccount')
    .on('orders')
    .columns(['accountId', 'createdAt'])
    .execute();
  await schema.createIndex('ordersToAsk').on('orders').column('askAt').execute();
  await schema
    .createTable('orderItems')
    .addColumn('id', 'text', (column) => column.primaryKey())
    .addColumn('orderId', 'text', (column) => column.notNull().references('orders.id'))
    .addColumn('productId', 'text', (column) => column.notNull().references('products.id'))
    .addColumn('position', 'integer', (column) => column.notNull())
    .addColumn('productName', 'text', (column) => column.notNull())
    .addColumn('imageUrl', 'text', (column) => column.notNull())
    .addColumn('price', 'integer', (column) => column.notNull())
    .addColumn('discountedPrice', 'integer')
    .addColumn('licenseType', 'text', (column) => column.notNull())
    .addColumn('licenceTextVersion', 'text', (column) => column.notNull())
    .addColumn('revokedAt', 'text')
    .execute();
  await schema.createIndex('itemsByOrder').on('orderItems').column('orderId').execute();
  await schema
    .createTable('refunds')
    .addColumn('id', 'text', (column) => column.primaryKey())
    .addColumn('orderId', 'text', (column) => column.notNull().references('orders.id'))
    .addColumn('orderItemId', 'text')
    .addColumn('kind', 'text', (column) => column.notNull())
    .addColumn('amount', 'integer', (column) => column.notNull())
    .addColumn('providerId', 'text', (column) => column.notNull().unique())
    .addColumn('createdAt', 'text', (column) => column.notNull())
    .execute();
  await schema.createIndex('refundsByOrder').on('refunds').column('orderId').execute();
  await schema
    .createTable('paymentEvents')
    .addColumn('id', 'integer', (column) => column.primaryKey().autoIncrement())
    .addColumn('orderId', 'text', (column) => column.notNull().references('orders.id'))
    .addColumn('kind', 'text', (column) => column.notNull())
    .addColumn('detail', 'text', (column) => column.notNull())
    .addColumn('createdAt', 'text', (column) => column.notNull())
    .execute();
  await schema.createIndex('eventsByOrder').on('paymentEvents').column('orderId').execute();
  await schema
    .createTable('idempotencyAnswers')
    .addColumn('scope', 'text', (column) => column.notNull())
    .addColumn('key', 'text', (column) => column.notNull())
    .addColumn('callName', 'text', (column) => column.notNull())
    .addColumn('requestHash', 'text', (column) => column.notNull())
    .addColumn('answer', 'text', (column) => column.notNull())
    .addColumn('createdAt', 'text', (column) => column.notNull())
    .addPrimaryKeyConstraint('idempotencyKey', ['scope', 'key'])
    .execute();
  await schema
    .createTable('mailOutbox')
    .addColumn('id', 'text', (column) => column.primaryKey())
    .addColumn('recipient', 'text', (column) => column.notNull())
    .addColumn('subject', 'text', (column) => column.notNull())
    .addColumn('text', 'text', (column) => column.notNull())
    .addColumn('html', 'text', (column) => column.notNull())
    .addColumn('createdAt', 'text', (column) => column.notNull())
    .addColumn('sentAt', 'text')
    .addColumn('attempts', 'integer', (column) => column.notNull())
    .addColumn('nextAttemptAt', 'text', (column) => column.notNull())
    .addColumn('lastProblem', 'text')
    .execute();
  await schema
    .createTable('settings')
    .addColumn('key', 'text', (column) => column.primaryKey())
    .addColumn('value', 'text', (column) => column.notNull())
    .addColumn('updatedAt', 'text', (column) => column.notNull())
    .execute();
}
