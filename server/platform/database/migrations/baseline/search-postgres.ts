import { type Kysely, type RawBuilder, sql } from 'kysely';
import { searchedLetters } from '../../searched-letters.ts';
import { auditWords, others } from './searched-text.ts';

type Run = (statement: RawBuilder<unknown>) => Promise<unknown>;

/** The same texts and indexes as with SQLite, made of PostgreSQL's trigrams. */
export async function createPostgresSearch(database: Kysely<unknown>): Promise<void> {
  const run: Run = (statement) => statement.execute(database);
  await run(sql`create extension if not exists pg_trgm`);
  await createForms(run);
  await run(sql`create table "orderTexts" (id bigserial primary key,
    "orderId" text collate "C" not null unique references orders(id) on delete cascade,
    text text collate "C" not null, state text collate "C" not null, "createdAt" text collate "C" not null,
    form text collate "C" generated always as ("searchForm"(text)) stored)`);
  await run(sql`create table "buyerTexts" (id bigserial primary key,
    "accountId" text collate "C" not null unique references accounts(id) on delete cascade,
    text text collate "C" not null,
    form text collate "C" generated always as ("searchForm"(text)) stored)`);
  for (const texts of ['orderTexts', 'buyerTexts']) {
    await run(sql`create index ${sql.ref(`${texts}ByParts`)} on ${sql.ref(texts)}
      using gin (form gin_trgm_ops)`);
  }
  // A search for the orders of some days reads the texts of those days, instead of all that match.
  await run(sql`create index "orderTextsByAge" on "orderTexts" ("createdAt", id)`);
  await followOrders(run);
  await followBuyers(run);
  await keepLetters(run);
  // Title and SKU are compared as one text; of one or two letters, an index with it and its columns is enough.
  const both = sql`("searchTitle" || ${sql.lit('\n')} || "searchSku")`;
  await run(sql`create index "productsByParts" on products using gin ("searchTitle" gin_trgm_ops)`);
  await run(sql`create index "productsByTextParts" on products using gin (${both} gin_trgm_ops)`);
  await run(
    sql`create index "productsByText" on products (${both}, "searchTitle", "searchSku", status, id)`,
  );
}

/**
 * What the searched form has instead of the marks in an address: capitals, which nothing else in it is. The trigrams end a
 * word at each mark, so that `-77@` would be looked up as 77 at the end of one word and at the beginning of another. They
 * ignore case; what they find is compared with it.
 */
const marks = { '@': 'ZX', '-': 'QJ', '.': 'XQ', _: 'JX', '+': 'VQ' };

/** Creates the functions that make the searched form of a text. Letters are compared by one table, whichever the engine. */
async function createForms(run: Run): Promise<void> {
  const letters = sql.lit(JSON.stringify(Object.fromEntries(searchedLetters())));
  // A constant of a PL/pgSQL function is read once in a session.
  await run(sql`create function "foldLetters"(words text) returns text
    language plpgsql immutable strict parallel safe as $function$ begin
      return coalesce((
        select string_agg(coalesce(${letters}::jsonb ->> letter, letter), '' order by place)
        from unnest(string_to_array(words, null)) with ordinality as letters(letter, place)
      ), ''); end $function$`);
  const form = Object.entries(marks).reduce(
    (text, [mark, letters]) => `replace(${text}, '${mark}', '${letters}')`,
    plain('words'),
  );
  await run(sql`create function "searchForm"(words text) returns text
    language sql immutable strict parallel safe as $$ select ${sql.raw(form)} collate "C" $$`);
}

function plain(text: string): string {
  return `case when ${text} ~ '${others}' then "foldLetters"(${text}) else lower(${text} collate "C") end`;
}

const orderText = sql`o."orderNumber" || ' ' || o."customerName" || ' ' || o."customerEmail" || ' ' ||
  a."firstName" || ' ' || a."lastName" || ' ' || a.email`;
const buyerText = sql`a."firstName" || ' ' || a."lastName" || ' ' || a.email`;
const isRenamed = sql`(old."firstName", old."lastName", old.email)
  is distinct from (new."firstName", new."lastName", new.email)`;

async function followOrders(run: Run): Promise<void> {
  await run(sql`create function "orderTextInsert"() returns trigger language plpgsql as $$ begin
    insert into "orderTexts" ("orderId", text, state, "createdAt")
    select o.id, ${orderText}, o.state, o."createdAt"
    from orders o join accounts a on a.id = o."accountId" where o.id = new.id;
    return null; end $$`);
  await run(sql`create trigger "orderTextInsert" after insert on orders
    for each row execute function "orderTextInsert"()`);
  await run(sql`create function "orderTextUpdate"() returns trigger language plpgsql as $$ begin
    update "orderTexts" set text = ${orderText}, state = o.state, "createdAt" = o."createdAt"
    from orders o join accounts a on a.id = o."accountId" where o.id = new.id and "orderId" = o.id;
    return null; end $$`);
  await run(sql`create trigger "orderTextUpdate"
    after update of "orderNumber", "customerName", "customerEmail" on orders
    for each row when ((old."orderNumber", old."customerName", old."customerEmail")
      is distinct from (new."orderNumber", new."customerName", new."customerEmail"))
    execute function "orderTextUpdate"()`);
  await run(sql`create function "orderTextState"() returns trigger language plpgsql as $$ begin
    update "orderTexts" set state = new.state, "createdAt" = new."createdAt" where "orderId" = new.id;
    return null; end $$`);
  await run(sql`create trigger "orderTextState" after update of state, "createdAt" on orders
    for each row when ((old.state, old."createdAt") is distinct from (new.state, new."createdAt"))
    execute function "orderTextState"()`);
}

async function followBuyers(run: Run): Promise<void> {
  await run(sql`create function "buyerTextInsert"() returns trigger language plpgsql as $$ begin
    insert into "buyerTexts" ("accountId", text) select a.id, ${buyerText} from accounts a where a.id = new.id;
    return null; end $$`);
  await run(sql`create trigger "buyerTextInsert" after insert on accounts
    for each row execute function "buyerTextInsert"()`);
  await run(sql`create function "buyerTextUpdate"() returns trigger language plpgsql as $$ begin
    update "buyerTexts" set text = ${buyerText} from accounts a where a.id = new.id and "accountId" = a.id;
    update "orderTexts" set text = ${orderText}
      from orders o join accounts a on a.id = o."accountId" where a.id = new.id and "orderId" = o.id;
    return null; end $$`);
  await run(sql`create trigger "buyerTextUpdate" after update of "firstName", "lastName", email on accounts
    for each row when (${isRenamed}) execute function "buyerTextUpdate"()`);
}

/** Titles and SKUs of designs, and the values of the activity log, in the letters that searches compare. */
async function keepLetters(run: Run): Promise<void> {
  await run(sql`create function "designLetters"() returns trigger language plpgsql as $$ begin
    new."searchTitle" = ${sql.raw(plain('new.title'))};
    new."searchSku" = ${sql.raw(plain('new.sku'))};
    return new; end $$`);
  await run(sql`create trigger "designLetters" before insert or update of title, sku on products
    for each row execute function "designLetters"()`);
  await run(sql`create function "auditLetters"() returns trigger language plpgsql as $$
    declare words text := ${auditWords};
    begin
      new."searchText" = ${sql.raw(plain('words'))};
      return new;
    end $$`);
  await run(sql`create trigger "auditLetters" before insert or update of before, after on "auditLines"
    for each row execute function "auditLetters"()`);
}
