import { type Kysely, sql } from 'kysely';
import { isPostgres } from '../column-types.ts';

/**
 * On PostgreSQL, the studio's search of designs compares title and SKU as one text in lower case, because lowering takes
 * most of its time. One or two letters are looked for in all designs, for which an index with that text and its columns
 * is enough.
 */
export async function up(database: Kysely<unknown>): Promise<void> {
  if (!isPostgres(database)) return;
  const text = sql`lower(title || ${sql.lit('\n')} || sku)`;
  const run = (statement: ReturnType<typeof sql>) => statement.execute(database);
  await run(sql`drop index "productsBySkuParts"`);
  await run(sql`create index "productsByTextParts" on products using gin (${text} gin_trgm_ops)`);
  await run(sql`create index "productsByText" on products (${text}, title, sku, status, id)`);
  await run(sql`analyze products`);
}
