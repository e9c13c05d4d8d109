import { type Kysely, type RawBuilder, sql } from 'kysely';
import { columnTypes, isPostgres } from '../column-types.ts';
import { searchForm } from '../searched-letters.ts';

/** Other characters than those that stay as they are, but for their case, as migration 056 has them. */
export const others = '[^ -&(-_a-~]';
const columns = { searchTitle: 'title', searchSku: 'sku' } as const;

/**
 * Titles and SKUs of designs in the letters that the studio's search compares, by which titles are sorted too. Triggers
 * keep them, because the version that still runs during an update writes designs, too.
 */
export async function up(database: Kysely<unknown>): Promise<void> {
  const { text } = columnTypes(database);
  for (const column of Object.keys(columns)) {
    await database.schema
      .alterTable('products')
      .addColumn(column, text, (added) => added.notNull().defaultTo(''))
      .execute();
  }
  const run = (statement: RawBuilder<unknown>) => statement.execute(database);
  await run(sql`drop index "productsByTitle"`);
  await (isPostgres(database) ? onPostgres(run) : onSqlite(database, run));
  await run(sql`create index "productsByTitle" on products ("searchTitle", id)`);
}

type Run = (statement: RawBuilder<unknown>) => Promise<unknown>;

async function onPostgres(run: Run): Promise<void> {
  await run(sql`create function "designLetters"() returns trigger language plpgsql as $$ begin
    ${sql.raw(
      Object.entries(columns)
        .map(
          ([column, of]) =>
            `new."${column}" = case when new.${of} ~ '${others}' then "foldLetters"(new.${of}) else lower(new.${of} collate "C") end;`,
        )
        .join(' '),
    )}
    return new; end $$`);
  await run(sql`create trigger "designLetters" before insert or update of title, sku on products
    for each row execute function "designLetters"()`);
  await run(sql`update products set title = title`);
  for (const index of ['productsByParts', 'productsByTextParts', 'productsByText']) {
    await run(sql`drop index ${sql.ref(index)}`);
  }
  // Title and SKU are compared as one text; of one or two letters, an index with it and its columns is enough.
  const both = sql`("searchTitle" || ${sql.lit('\n')} || "searchSku")`;
  await run(sql`create index "productsByParts" on products using gin ("searchTitle" gin_trgm_ops)`);
  await run(sql`create index "productsByTextParts" on products using gin (${both} gin_trgm_ops)`);
  await run(
    sql`create index "productsByText" on products (${both}, "searchTitle", "searchSku", status, id)`,
  );
  await run(sql`analyze products`);
}

async function onSqlite(database: Kysely<unknown>, run: Run): Promise<void> {
  await run(sql`update products set "searchTitle" = lower(title), "searchSku" = lower(sku)`);
  // The server folds thousands of texts in the time in which the database folds one.
  const { rows } = await sql<{ id: string; title: string; sku: string }>`select id, title, sku
    from products where title || sku glob ${`*${others}*`}`.execute(database);
  const folded = rows.map(({ id, title, sku }) => [id, searchForm(title), searchForm(sku)]);
  await run(sql`update products set "searchTitle" = each.value ->> 1, "searchSku" = each.value ->> 2
    from json_each(${JSON.stringify(folded)}) as each where products.id = each.value ->> 0`);
  const keep = sql`update products
    set "searchTitle" = ${folding(sql`new.title`)}, "searchSku" = ${folding(sql`new.sku`)}
    where id = new.id;`;
  await run(sql`create trigger "designLettersInsert" after insert on products begin ${keep} end`);
  await run(sql`create trigger "designLettersUpdate" after update of title, sku on products
    when old.title is not new.title or old.sku is not new.sku begin ${keep} end`);
}

/** A text in plain letters, letter by letter if it has others. */
export function folding(text: RawBuilder<unknown>): RawBuilder<unknown> {
  return sql`(select case when words glob ${sql.lit(`*${others}*`)} then (
      with recursive places(place) as (
        select 1 union all select place + 1 from places where place < length(words))
      select coalesce(group_concat(coalesce(plain, substr(words, place, 1)), '' order by place), '')
      from places left join "foldedLetters" on letter = substr(words, place, 1)
    ) else lower(words) end from (select ${text} as words))`;
}
