import { type Kysely, type RawBuilder, sql } from 'kysely';
import { isPostgres } from '../column-types.ts';
import { searchedLetters } from '../searched-letters.ts';

/** Other characters than those that stay as they are, but for their case; the same pattern for both engines. */
const others = '[^ -&(-_a-~]';
const hasOthers = (text: RawBuilder<unknown>) => sql`${text} glob ${sql.lit(`*${others}*`)}`;

/** Marks in addresses as letters, as migration 029 has them. */
const marks = { '@': 'ZX', '-': 'QJ', '.': 'XQ', _: 'JX', '+': 'VQ' };

/**
 * The studio's search of orders and buyers compares letters by one table, whichever the engine: ł is l, ß is ss, Greek
 * has no accents, and apostrophes are nothing. The database does it itself, because the version that still runs during an
 * update writes names, too. Only texts with such letters are written again.
 */
export async function up(database: Kysely<unknown>): Promise<void> {
  await (isPostgres(database) ? onPostgres(database) : onSqlite(database));
}

async function onPostgres(database: Kysely<unknown>): Promise<void> {
  const run = (statement: RawBuilder<unknown>) => statement.execute(database);
  // A text that is written meanwhile would have the former form.
  await run(sql`lock table "orderTexts", "buyerTexts" in share row exclusive mode`);
  const letters = sql.lit(JSON.stringify(Object.fromEntries(searchedLetters())));
  // A constant of a PL/pgSQL function is read once in a session.
  await run(sql`create function "foldLetters"(words text) returns text
    language plpgsql immutable strict parallel safe as $function$ begin
      return coalesce((
        select string_agg(coalesce(${letters}::jsonb ->> letter, letter), '' order by place)
        from unnest(string_to_array(words, null)) with ordinality as letters(letter, place)
      ), ''); end $function$`);
  const plain = `case when words ~ '${others}' then "foldLetters"(words) else lower(words collate "C") end`;
  const form = Object.entries(marks).reduce(
    (text, [mark, letters]) => `replace(${text}, '${mark}', '${letters}')`,
    plain,
  );
  await run(sql`create or replace function "searchForm"(words text) returns text
    language sql immutable strict parallel safe as $$ select ${sql.raw(form)} collate "C" $$`);
  for (const texts of ['orderTexts', 'buyerTexts']) {
    // Makes the stored form again.
    await run(sql`update ${sql.ref(texts)} set text = text where text ~ ${sql.lit(others)}`);
  }
}

/** A text in plain letters, but for the case of English ones, which the index of words ignores. */
function folded(text: RawBuilder<unknown>): RawBuilder<unknown> {
  return sql`(select case when ${hasOthers(sql`words`)} then (
      with recursive places(place) as (
        select 1 union all select place + 1 from places where place < length(words))
      select group_concat(coalesce(plain, substr(words, place, 1)), '' order by place)
      from places left join "foldedLetters" on letter = substr(words, place, 1)
    ) else words end from (select ${text} as words))`;
}

const orderText = (where: RawBuilder<unknown>) =>
  folded(sql`(select o."orderNumber" || ' ' || o."customerName" || ' ' || o."customerEmail" || ' ' ||
    a."firstName" || ' ' || a."lastName" || ' ' || a.email
    from orders o join accounts a on a.id = o."accountId" where ${where})`);
const buyerText = folded(sql`new."firstName" || ' ' || new."lastName" || ' ' || new.email`);
const isRenamed = sql`old."firstName" is not new."firstName" or old."lastName" is not new."lastName"
  or old.email is not new.email`;

async function onSqlite(database: Kysely<unknown>): Promise<void> {
  const run = (statement: RawBuilder<unknown>) => statement.execute(database);
  await run(
    sql`create table "foldedLetters" (letter text primary key, plain text not null) without rowid`,
  );
  await run(sql`insert into "foldedLetters" select key, value
    from json_each(${JSON.stringify(Object.fromEntries(searchedLetters()))})`);
  const replace = async (name: string, trigger: RawBuilder<unknown>) => {
    await run(sql`drop trigger ${sql.ref(name)}`);
    await run(sql`create trigger ${sql.ref(name)} ${trigger}`);
  };
  await replace(
    'orderTextInsert',
    sql`after insert on orders begin insert into "orderTexts" ("orderId", text, state, "createdAt")
      values (new.id, ${orderText(sql`o.id = new.id`)}, new.state, new."createdAt"); end`,
  );
  await replace(
    'orderTextUpdate',
    sql`after update of "orderNumber", "customerName", "customerEmail" on orders
      when old."orderNumber" is not new."orderNumber" or old."customerName" is not new."customerName"
        or old."customerEmail" is not new."customerEmail" begin
      update "orderTexts" set text = ${orderText(sql`o.id = new.id`)} where "orderId" = new.id; end`,
  );
  await replace(
    'orderTextBuyer',
    sql`after update of "firstName", "lastName", email on accounts when ${isRenamed} begin
      update "orderTexts" set text = ${orderText(sql`o.id = "orderId"`)}
      where "orderId" in (select id from orders where "accountId" = new.id); end`,
  );
  await replace(
    'buyerTextInsert',
    sql`after insert on accounts begin
      insert into "buyerTexts" ("accountId", text) select new.id, ${buyerText}; end`,
  );
  await replace(
    'buyerTextUpdate',
    sql`after update of "firstName", "lastName", email on accounts when ${isRenamed} begin
      update "buyerTexts" set text = ${buyerText} where "accountId" = new.id; end`,
  );
  for (const kind of ['order', 'buyer']) {
    const [texts, index] = [sql.ref(`${kind}Texts`), sql.ref(`${kind}Words`)];
    const trigger = sql.ref(`${kind}WordsAfterUpdate`);
    // Erasing words from the index one by one takes far longer than making it again.
    await run(sql`drop trigger ${trigger}`);
    await run(sql`update ${texts} set text = ${folded(sql`text`)} where ${hasOthers(sql`text`)}`);
    await run(sql`insert into ${index}(${index}) values ('rebuild')`);
    await run(sql`create trigger ${trigger} after update of text on ${texts}
      when old.text is not new.text begin
        insert into ${index}(${index}, rowid, text) values ('delete', old.id, old.text);
        insert into ${index}(rowid, text) values (new.id, new.text); end`);
  }
}
