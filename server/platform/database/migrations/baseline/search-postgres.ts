import { type Kysely, sql } from 'kysely';

const orderText = sql`o."orderNumber" || ' ' || o."customerName" || ' ' || o."customerEmail" || ' ' ||
  a."firstName" || ' ' || a."lastName" || ' ' || a.email`;
const buyerText = sql`a."firstName" || ' ' || a."lastName" || ' ' || a.email`;
const isRenamed = sql`(old."firstName", old."lastName", old.email)
  is distinct from (new."firstName", new."lastName", new.email)`;

/** The same texts and indexes as with SQLite, made of PostgreSQL's trigrams. */
export async function createPostgresSearch(database: Kysely<unknown>): Promise<void> {
  const run = (statement: ReturnType<typeof sql>) => statement.execute(database);
  await run(sql`create extension if not exists pg_trgm`);
  // Without case and accents, as SQLite's index compares.
  await run(sql`create function "searchForm"(words text) returns text language sql immutable strict parallel safe as
    $$ select regexp_replace(normalize(lower(words collate "und-x-icu"), nfd), '[\u0300-\u036f]', '', 'g') collate "C" $$`);
  await run(sql`create table "orderTexts" (id bigserial primary key,
    "orderId" text collate "C" not null unique references orders(id) on delete cascade,
    text text collate "C" not null, state text collate "C" not null, "createdAt" text collate "C" not null)`);
  await run(sql`create table "buyerTexts" (id bigserial primary key,
    "accountId" text collate "C" not null unique references accounts(id) on delete cascade,
    text text collate "C" not null)`);
  await run(
    sql`create index "orderTextsByParts" on "orderTexts" using gin ("searchForm"(text) gin_trgm_ops)`,
  );
  await run(
    sql`create index "buyerTextsByParts" on "buyerTexts" using gin ("searchForm"(text) gin_trgm_ops)`,
  );
  await run(
    sql`create view "orderWords" as select id as rowid, "searchForm"(text) as text from "orderTexts"`,
  );
  await run(
    sql`create view "buyerWords" as select id as rowid, "searchForm"(text) as text from "buyerTexts"`,
  );
  await followOrders(run);
  await followBuyers(run);
}

type Run = (statement: ReturnType<typeof sql>) => Promise<unknown>;

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
    after update of "orderNumber", "customerName", "customerEmail", state, "createdAt" on orders
    for each row when ((old."orderNumber", old."customerName", old."customerEmail", old.state, old."createdAt")
      is distinct from (new."orderNumber", new."customerName", new."customerEmail", new.state, new."createdAt"))
    execute function "orderTextUpdate"()`);
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
