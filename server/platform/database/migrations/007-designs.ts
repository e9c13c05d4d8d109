import { type Kysely, sql } from 'kysely';

/** More fields of a design that the studio edits: its sale, its tile, and whether fabric shops can buy it. */
export async function up(database: Kysely<unknown>): Promise<void> {
  const { schema } = database;
  const columns = [
    ['salePrice', 'integer'],
    ['saleStartsAt', 'text'],
    ['saleEndsAt', 'text'],
    ['saleTurnsAt', 'text'],
    ['tileWidth', 'integer'],
    ['tileHeight', 'integer'],
  ] as const;
  for (const [name, type] of columns) {
    await schema.alterTable('products').addColumn(name, type).execute();
  }
  for (const name of ['isForFabricShops', 'version']) {
    await schema
      .alterTable('products')
      .addColumn(name, 'integer', (column) => column.notNull().defaultTo(1))
      .execute();
  }
  // Existing discounts have neither start nor end.
  await sql`update products set "salePrice" = "discountedPrice"`.execute(database);
  await schema.createIndex('productsBySaleTurn').on('products').column('saleTurnsAt').execute();
  await schema
    .createIndex('productsByUpdate')
    .on('products')
    .columns(['updatedAt', 'id'])
    .execute();
  await schema
    .createIndex('productsByCategory')
    .on('productCategories')
    .column('categoryId')
    .execute();
}
