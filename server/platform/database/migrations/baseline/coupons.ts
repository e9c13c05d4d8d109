import { type Kysely, sql } from 'kysely';
import { columnTypes } from '../../column-types.ts';
import { ownedBy } from '../../table-parts.ts';

export async function createCoupons(database: Kysely<unknown>): Promise<void> {
  const { schema } = database;
  const { text } = columnTypes(database);
  await schema
    .createTable('coupons')
    .addColumn('id', text, (column) => column.primaryKey())
    .addColumn('code', text, (column) => column.notNull())
    .addColumn('codeKey', text, (column) => column.notNull().unique())
    .addColumn('discountType', text, (column) =>
      column.notNull().check(sql`"discountType" in ('percentage', 'fixed')`),
    )
    .addColumn('discount', 'bigint', (column) => column.notNull().check(sql`discount > 0`))
    .addColumn('minimumSubtotal', 'bigint', (column) => column.notNull())
    .addColumn('startsAt', text)
    .addColumn('endsAt', text)
    .addColumn('useLimit', 'bigint')
    .addColumn('used', 'bigint', (column) => column.notNull().defaultTo(0))
    .addColumn('isOncePerCustomer', 'bigint', (column) => column.notNull())
    .addColumn('isScoped', 'bigint', (column) => column.notNull())
    .addColumn('createdAt', text, (column) => column.notNull())
    .addColumn('isOff', 'bigint', (column) => column.notNull().defaultTo(0))
    .addColumn('version', 'bigint', (column) => column.notNull().defaultTo(1))
    .addCheckConstraint(
      'couponsNeverOversold',
      sql`used >= 0 and ("useLimit" is null or used <= "useLimit")`,
    )
    .execute();

  await schema
    .createTable('couponProducts')
    .addColumn('couponId', text, ownedBy('coupons.id'))
    .addColumn('productId', text, ownedBy('products.id'))
    .addPrimaryKeyConstraint('couponProductsKey', ['couponId', 'productId'])
    .execute();

  await schema
    .createTable('couponCategories')
    .addColumn('couponId', text, ownedBy('coupons.id'))
    .addColumn('categoryId', text, ownedBy('categories.id'))
    .addPrimaryKeyConstraint('couponCategoriesKey', ['couponId', 'categoryId'])
    .execute();
}
