import { type Kysely, sql } from 'kysely';
import { isPostgres } from '../column-types.ts';

/** What the searched form has instead of the marks in an address: capitals, which nothing else in it is. */
const marks = { '@': 'ZX', '-': 'QJ', '.': 'XQ', _: 'JX', '+': 'VQ' };

/**
 * On PostgreSQL, the index of words takes the marks in an address for letters. Its trigrams end a word at each mark, so
 * that `-77@` was looked up as 77 at the end of one word and at the beginning of another. The trigrams ignore case;
 * what they find is compared with it.
 */
export async function up(database: Kysely<unknown>): Promise<void> {
  if (!isPostgres(database)) return;
  const run = (statement: ReturnType<typeof sql>) => statement.execute(database);
  const plain = `regexp_replace(normalize(lower(words collate "und-x-icu"), nfd), '[\u0300-\u036f]', '', 'g')`;
  const form = Object.entries(marks).reduce(
    (text, [mark, letters]) => `replace(${text}, '${mark}', '${letters}')`,
    plain,
  );
  for (const texts of ['orderTexts', 'buyerTexts']) {
    await run(sql`alter table ${sql.ref(texts)} drop column form`);
  }
  await run(sql`create or replace function "searchForm"(words text) returns text
    language sql immutable strict parallel safe as $$ select ${sql.raw(form)} collate "C" $$`);
  for (const texts of ['orderTexts', 'buyerTexts']) {
    await run(sql`alter table ${sql.ref(texts)}
      add column form text collate "C" generated always as ("searchForm"(text)) stored`);
    await run(sql`create index ${sql.ref(`${texts}ByParts`)} on ${sql.ref(texts)}
      using gin (form gin_trgm_ops)`);
    // PostgreSQL would look at a new column only after many changes, and guess until then.
    await run(sql`analyze ${sql.ref(texts)}`);
  }
}
