import { sql } from 'kysely';
import type { AppServices } from '#server/services.ts';

/** Adds copies of a design directly to the database, without pictures and files and without telling the catalogue. */
export async function copyDesign(
  { database }: Pick<AppServices, 'database'>,
  id: string,
  count: number,
): Promise<void> {
  const design = await database.read
    .selectFrom('products')
    .selectAll()
    .where('id', '=', id)
    .executeTakeFirstOrThrow();
  const columns = Object.keys(design);
  const number = sql`substr(cast(100000000 + n as text), 2)`;
  const values = columns.map((column) => {
    if (column === 'id') return sql`substr(id, 1, 16) || ${number}`;
    if (column === 'sku') return sql`sku || '-' || ${number}`;
    return sql.ref(column);
  });
  await database.write((tx) =>
    sql`with recursive numbers(n) as (select 1 union all select n + 1 from numbers where n < ${sql.lit(count)})
      insert into products (${sql.join(columns.map((column) => sql.ref(column)))})
      select ${sql.join(values)} from products cross join numbers where id = ${id}`.execute(tx),
  );
}
