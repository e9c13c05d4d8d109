import { type Kysely, sql } from 'kysely';

/** Wishlists, coupons and their uses, custom requests with their pictures, and mails with attachments. */
export async function up(database: Kysely<unknown>): Promise<void> {
  const { schema } = database;
  await schema
    .createTable('wishlists')
    .addColumn('accountId', 'text', (column) =>
      column.primaryKey().references('accounts.id').onDelete('cascade'),
    )
    .addColumn('id', 'text', (column) => column.notNull().unique())
    .addColumn('version', 'integer', (column) => column.notNull())
    .execute();
  await schema
    .createTable('wishlistLines')
    .addColumn('accountId', 'text', (column) =>
      column.notNull().references('accounts.id').onDelete('cascade'),
    )
    .addColumn('productId', 'text', (column) => column.notNull().references('products.id'))
    .addColumn('addedAt', 'text', (column) => column.notNull())
    .addPrimaryKeyConstraint('wishlistLinesKey', ['accountId', 'productId'])
    .execute();
  await schema
    .createTable('coupons')
    .addColumn('id', 'text', (column) => column.primaryKey())
    .addColumn('code', 'text', (column) => column.notNull())
    .addColumn('codeKey', 'text', (column) => column.notNull().unique())
    .addColumn('discountType', 'text', (column) =>
      column.notNull().check(sql`"discountType" in ('percentage', 'fixed')`),
    )
    .addColumn('discount', 'integer', (column) => column.notNull().check(sql`discount > 0`))
    .addColumn('minimumSubtotal', 'integer', (column) => column.notNull())
    .addColumn('startsAt', 'text')
    .addColumn('endsAt', 'text')
    .addColumn('useLimit', 'integer')
    .addColumn('used', 'integer', (column) => column.notNull().defaultTo(0))
    .addColumn('isOncePerCustomer', 'integer', (column) => column.notNull())
    .addColumn('isScoped', 'integer', (column) => column.notNull())
    .addColumn('createdAt', 'text', (column) => column.notNull())
    .addCheckConstraint(
      'couponsNeverOversold',
      sql`used >= 0 and ("useLimit" is null or used <= "useLimit")`,
    )
    .execute();
  await schema
    .createTable('couponProducts')
    .addColumn('couponId', 'text', (column) =>
      column.notNull().references('coupons.id').onDelete('cascade'),
    )
    .addColumn('productId', 'text', (column) =>
      column.notNull().references('products.id').onDelete('cascade'),
    )
    .addPrimaryKeyConstraint('couponProductsKey', ['couponId', 'productId'])
    .execute();
  await schema
    .createTable('couponCategories')
    .addColumn('couponId', 'text', (column) =>
      column.notNull().references('coupons.id').onDelete('cascade'),
    )
    .addColumn('categoryId', 'text', (column) =>
      column.notNull().references('categories.id').onDelete('cascade'),
    )
    .addPrimaryKeyConstraint('couponCategoriesKey', ['couponId', 'categoryId'])
    .execute();
  await schema
    .createTable('couponUses')
    .addColumn('orderId', 'text', (column) => column.primaryKey().references('orders.id'))
    .addColumn('couponId', 'text', (column) => column.notNull().references('coupons.id'))
    .addColumn('accountId', 'text', (column) => column.notNull().references('accounts.id'))
    .addColumn('onceKey', 'text')
    .addColumn('state', 'text', (column) =>
      column.notNull().check(sql`state in ('reserved', 'spent')`),
    )
    .addColumn('createdAt', 'text', (column) => column.notNull())
    // Nulls are distinct, so this applies only to coupons that can be used once per customer.
    .addUniqueConstraint('couponUsesOnce', ['couponId', 'onceKey'])
    .execute();
  await schema
    .createIndex('couponUsesByAccount')
    .on('couponUses')
    .columns(['couponId', 'accountId'])
    .execute();
  await schema
    .alterTable('carts')
    .addColumn('couponId', 'text', (column) => column.references('coupons.id'))
    .execute();
  await schema
    .alterTable('orderItems')
    .addColumn('couponDiscount', 'integer', (column) => column.notNull().defaultTo(0))
    .execute();
  await schema
    .createTable('customRequests')
    .addColumn('id', 'text', (column) => column.primaryKey())
    .addColumn('accountId', 'text', (column) =>
      column.references('accounts.id').onDelete('set null'),
    )
    .addColumn('name', 'text', (column) => column.notNull())
    .addColumn('email', 'text', (column) => column.notNull())
    .addColumn('designType', 'text', (column) =>
      column.notNull().check(sql`"designType" in ('Exclusive', 'Non-Exclusive')`),
    )
    .addColumn('description', 'text', (column) => column.notNull())
    .addColumn('createdAt', 'text', (column) => column.notNull())
    .execute();
  await schema
    .createIndex('customRequestsByAccount')
    .on('customRequests')
    .column('accountId')
    .execute();
  await schema
    .createTable('customRequestImages')
    .addColumn('id', 'text', (column) => column.primaryKey())
    .addColumn('requestId', 'text', (column) =>
      column.notNull().references('customRequests.id').onDelete('cascade'),
    )
    .addColumn('position', 'integer', (column) => column.notNull())
    .addColumn('upload', 'text', (column) => column.notNull().unique())
    .addColumn('bytes', 'integer', (column) => column.notNull())
    .addColumn('width', 'integer', (column) => column.notNull())
    .addColumn('height', 'integer', (column) => column.notNull())
    .execute();
  await schema
    .createIndex('customImagesByRequest')
    .on('customRequestImages')
    .column('requestId')
    .execute();
  await schema.alterTable('mailOutbox').addColumn('replyTo', 'text').execute();
  await schema
    .alterTable('mailOutbox')
    .addColumn('attachments', 'text', (column) => column.notNull().defaultTo('[]'))
    .execute();
}
