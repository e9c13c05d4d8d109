import { type Kysely, type RawBuilder, sql } from 'kysely';
import { searchedLetters } from '../../searched-letters.ts';
import { auditWords, others } from './searched-text.ts';

type Run = (statement: RawBuilder<unknown>) => Promise<unknown>;

/**
 * Indexes of all parts of words, for the studio's search of orders and buyers, and the letters of designs and of the
 * activity log that its searches compare. Triggers keep the texts, so that they are right whoever writes, another version
 * that runs beside this one during an update included. Each text has a number of its own, because a table's rowids may
 * change; they rise with the creation. State and time of an order are beside its text, so that a common word is counted
 * without reading the orders.
 */
export async function createSqliteSearch(database: Kysely<unknown>): Promise<void> {
  const run: Run = (statement) => statement.execute(database);
  await run(
    sql`create table "foldedLetters" (letter text primary key, plain text not null) without rowid`,
  );
  await run(sql`insert into "foldedLetters" select key, value
    from json_each(${JSON.stringify(Object.fromEntries(searchedLetters()))})`);
  await run(sql`create table "orderTexts" (id integer primary key, "orderId" text not null unique
    references orders(id) on delete cascade, text text not null, state text not null,
    "createdAt" text not null)`);
  await run(sql`create table "buyerTexts" (id integer primary key, "accountId" text not null unique
    references accounts(id) on delete cascade, text text not null)`);
  await indexWords(run, 'order');
  await indexWords(run, 'buyer');
  await followOrders(run);
  await followBuyers(run);
  await keepLetters(run);
}

/** Creates the index over a table of texts, and the triggers that keep it. */
async function indexWords(run: Run, kind: 'order' | 'buyer'): Promise<void> {
  const [texts, words] = [`${kind}Texts`, `${kind}Words`];
  const [index, table] = [sql.ref(words), sql.table(texts)];
  await run(sql`create virtual table ${index} using fts5(text, content=${sql.lit(texts)}, content_rowid='id',
    tokenize='trigram remove_diacritics 1')`);
  // What a deleted account had here must not remain in the file. It makes changing a text slow, which is rare.
  await run(sql`insert into ${index}(${index}, rank) values ('secure-delete', 1)`);
  const add = sql`insert into ${index}(rowid, text) values (new.id, new.text);`;
  const drop = sql`insert into ${index}(${index}, rowid, text) values ('delete', old.id, old.text);`;
  const trigger = (event: string) => sql.ref(`${words}After${event}`);
  await run(sql`create trigger ${trigger('Insert')} after insert on ${table} begin ${add} end`);
  await run(sql`create trigger ${trigger('Delete')} after delete on ${table} begin ${drop} end`);
  await run(sql`create trigger ${trigger('Update')} after update of text on ${table}
    when old.text is not new.text begin ${drop} ${add} end`);
  // The index of words doesn't know how a text begins.
  await run(sql`create index ${sql.ref(`${texts}ByBeginning`)} on ${table}
    (lower(substr(text, 1, 8)))`);
}

const joined = sql`group_concat(coalesce(plain, substr(words, place, 1)), '' order by place)`;

/** A text in plain letters, but for the case of English ones, which the index of words ignores. */
function folded(
  text: RawBuilder<unknown>,
  letters: RawBuilder<unknown> = joined,
  otherwise: RawBuilder<unknown> = sql`words`,
): RawBuilder<unknown> {
  return sql`(select case when words glob ${sql.lit(`*${others}*`)} then (
      with recursive places(place) as (
        select 1 union all select place + 1 from places where place < length(words))
      select ${letters}
      from places left join "foldedLetters" on letter = substr(words, place, 1)
    ) else ${otherwise} end from (select ${text} as words))`;
}

/** A text in plain small letters. */
function foldedSmall(text: RawBuilder<unknown>): RawBuilder<unknown> {
  return folded(text, sql`coalesce(${joined}, '')`, sql`lower(words)`);
}

const orderText = (where: RawBuilder<unknown>) =>
  folded(sql`(select o."orderNumber" || ' ' || o."customerName" || ' ' || o."customerEmail" || ' ' ||
    a."firstName" || ' ' || a."lastName" || ' ' || a.email
    from orders o join accounts a on a.id = o."accountId" where ${where})`);
const buyerText = folded(sql`new."firstName" || ' ' || new."lastName" || ' ' || new.email`);
/** A profile is also saved without another name; a buyer may have thousands of orders. */
const isRenamed = sql`old."firstName" is not new."firstName" or old."lastName" is not new."lastName"
  or old.email is not new.email`;

async function followOrders(run: Run): Promise<void> {
  await run(sql`create trigger "orderTextInsert" after insert on orders begin
    insert into "orderTexts" ("orderId", text, state, "createdAt")
    values (new.id, ${orderText(sql`o.id = new.id`)}, new.state, new."createdAt"); end`);
  await run(sql`create trigger "orderTextUpdate" after update of "orderNumber", "customerName", "customerEmail" on orders
    when old."orderNumber" is not new."orderNumber" or old."customerName" is not new."customerName"
      or old."customerEmail" is not new."customerEmail" begin
    update "orderTexts" set text = ${orderText(sql`o.id = new.id`)} where "orderId" = new.id; end`);
  await run(sql`create trigger "orderTextState" after update of state, "createdAt" on orders begin
    update "orderTexts" set state = new.state, "createdAt" = new."createdAt"
    where "orderId" = new.id; end`);
  await run(sql`create trigger "orderTextBuyer" after update of "firstName", "lastName", email on accounts
    when ${isRenamed} begin
    update "orderTexts" set text = ${orderText(sql`o.id = "orderId"`)}
    where "orderId" in (select id from orders where "accountId" = new.id); end`);
}

async function followBuyers(run: Run): Promise<void> {
  await run(sql`create trigger "buyerTextInsert" after insert on accounts begin
    insert into "buyerTexts" ("accountId", text) select new.id, ${buyerText}; end`);
  await run(sql`create trigger "buyerTextUpdate" after update of "firstName", "lastName", email on accounts
    when ${isRenamed} begin
    update "buyerTexts" set text = ${buyerText} where "accountId" = new.id; end`);
}

async function keepLetters(run: Run): Promise<void> {
  const ofDesign = sql`update products
    set "searchTitle" = ${foldedSmall(sql`new.title`)}, "searchSku" = ${foldedSmall(sql`new.sku`)}
    where id = new.id;`;
  await run(
    sql`create trigger "designLettersInsert" after insert on products begin ${ofDesign} end`,
  );
  await run(sql`create trigger "designLettersUpdate" after update of title, sku on products
    when old.title is not new.title or old.sku is not new.sku begin ${ofDesign} end`);
  const ofLine = sql`update "auditLines" set "searchText" = ${foldedSmall(auditWords)} where id = new.id;`;
  await run(
    sql`create trigger "auditLettersInsert" after insert on "auditLines" begin ${ofLine} end`,
  );
  await run(sql`create trigger "auditLettersUpdate" after update of before, after on "auditLines"
    begin ${ofLine} end`);
}
