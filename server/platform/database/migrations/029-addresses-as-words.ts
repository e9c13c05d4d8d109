import { type Kysely, sql } from 'kysely';
import { isPostgres } from '../column-types.ts';

/** The marks in an address, and letters that hardly ever stand together, which are searched instead of them. */
const marks = { '@': 'zx', '-': 'qj', '.': 'xq', _: 'jx', '+': 'vq' };

/**
 * On PostgreSQL, the index of words takes the marks in an address for letters. Its trigrams end a word at each mark, so
 * that `-77@` found all texts with 77 at the end of one word and at the beginning of another.
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
