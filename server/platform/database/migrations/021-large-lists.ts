import { type Kysely, sql } from 'kysely';
import { isPostgres } from '../column-types.ts';
import { createIndex } from '../table-parts.ts';

/**
 * What the studio's lists need in a shop with millions of orders: indexes for the sorts, filters and searches of designs
 * and of the activity log, and on PostgreSQL texts stored in the form in which they are searched, because making it of
 * each found text took longer than finding it.
 */
export async function up(database: Kysely<unknown>): Promise<void> {
  const { schema } = database;
  const title = sql`lower(title)`;
  await schema
    .createIndex('productsByTitle')
    .on('products')
    .expression(sql`${title}, id`)
    .execute();
  await createIndex(database, 'productsByPrice', 'products', ['price', 'id']);
  await createIndex(database, 'productsBySales', 'products', ['salesCount', 'id']);
  await schema
    .createIndex('productsUnpublished')
    .on('products')
    .columns(['updatedAt', 'id'])
    .where(sql.ref('status'), '<>', sql.lit('published'))
    .execute();
  await createIndex(database, 'auditLinesByAction', 'auditLines', ['action', 'id']);
  await createIndex(database, 'auditLinesByActor', 'auditLines', ['actorId', 'id']);
  if (!isPostgres(database)) return;
  const run = (statement: ReturnType<typeof sql>) => statement.execute(database);
  for (const texts of ['order', 'buyer']) {
    await run(sql`drop view ${sql.ref(`${texts}Words`)}`);
    await run(sql`drop index ${sql.ref(`${texts}TextsByParts`)}`);
    await run(sql`alter table ${sql.ref(`${texts}Texts`)}
      add column form text collate "C" generated always as ("searchForm"(text)) stored`);
    await run(sql`create index ${sql.ref(`${texts}TextsByParts`)} on ${sql.ref(`${texts}Texts`)}
      using gin (form gin_trgm_ops)`);
  }
  await run(sql`create index "productsByParts" on products using gin (${title} gin_trgm_ops)`);
  await run(sql`create index "productsBySkuParts" on products using gin (lower(sku) gin_trgm_ops)`);
}
