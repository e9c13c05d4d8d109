import { type Kysely, sql } from 'kysely';

const orderText = sql`
  select o."orderNumber" || ' ' || o."customerName" || ' ' || o."customerEmail" || ' ' ||
    a."firstName" || ' ' || a."lastName" || ' ' || a.email
  from orders o join accounts a on a.id = o."accountId"`;
/** A profile is also saved without another name; a buyer may have thousands of orders. */
const isRenamed = sql`old."firstName" is not new."firstName" or old."lastName" is not new."lastName"
  or old.email is not new.email`;
const buyerText = sql`a."firstName" || ' ' || a."lastName" || ' ' || a.email`;

/**
 * Indexes of all parts of words, for the studio's search of orders and buyers. Triggers keep the texts, so
 * that they are right whoever writes, the version that still runs beside this one during an update included.
 * Each text has a number of its own, because a table's rowids may change; they rise with the creation. State
 * and time of an order are beside its text, so that a common word is counted without reading the orders.
 */
export async function createSqliteSearch(database: Kysely<unknown>): Promise<void> {
  await sql`create table "orderTexts" (id integer primary key, "orderId" text not null unique
    references orders(id) on delete cascade, text text not null, state text not null,
    "createdAt" text not null)`.execute(database);
  await sql`create table "buyerTexts" (id integer primary key, "accountId" text not null unique
    references accounts(id) on delete cascade, text text not null)`.execute(database);
  await sql`insert into "orderTexts" ("orderId", text, state, "createdAt")
    select each.id, (${orderText} where o.id = each.id), each.state, each."createdAt"
    from orders each order by each."createdAt", each.id`.execute(database);
  await sql`insert into "buyerTexts" ("accountId", text) select a.id, ${buyerText} from accounts a
    order by a."createdAt", a.id`.execute(database);
  await indexWords(database, 'orderTexts', 'orderWords');
  await indexWords(database, 'buyerTexts', 'buyerWords');
  await followOrders(database);
  await followBuyers(database);
}

/** Creates the index over a table of texts, and the triggers that keep it. */
async function indexWords(database: Kysely<unknown>, texts: string, words: string): Promise<void> {
  const index = sql.ref(words);
  const [from, name] = [sql.lit(texts), sql.table(texts)];
  await sql`create virtual table ${index} using fts5(text, content=${from}, content_rowid='id',
    tokenize='trigram remove_diacritics 1')`.execute(database);
  // What a deleted account had here must not remain in the file. It makes changing a text slow, which is rare.
  await sql`insert into ${index}(${index}, rank) values ('secure-delete', 1)`.execute(database);
  await sql`insert into ${index}(${index}) values ('rebuild')`.execute(database);
  const add = sql`insert into ${index}(rowid, text) values (new.id, new.text);`;
  const drop = sql`insert into ${index}(${index}, rowid, text) values ('delete', old.id, old.text);`;
  const trigger = (event: string) => sql.ref(`${words}After${event}`);
  await sql`create trigger ${trigger('Insert')} after insert on ${name} begin ${add} end`.execute(
    database,
  );
  await sql`create trigger ${trigger('Delete')} after delete on ${name} begin ${drop} end`.execute(
    database,
  );
  await sql`create trigger ${trigger('Update')} after update of text on ${name}
    when old.text is not new.text begin ${drop} ${add} end`.execute(database);
}

async function followOrders(database: Kysely<unknown>): Promise<void> {
  const renew = (
    of: string,
  ) => sql`update "orderTexts" set text = (${orderText} where o.id = "orderId")
    where "orderId" ${sql.raw(of)};`;
  await sql`create trigger "orderTextInsert" after insert on orders begin
    insert into "orderTexts" ("orderId", text, state, "createdAt")
    values (new.id, (${orderText} where o.id = new.id), new.state, new."createdAt"); end`.execute(
    database,
  );
  await sql`create trigger "orderTextUpdate" after update of "orderNumber", "customerName", "customerEmail" on orders
    when old."orderNumber" is not new."orderNumber" or old."customerName" is not new."customerName"
      or old."customerEmail" is not new."customerEmail" begin
    ${renew('= new.id')} end`.execute(database);
  await sql`create trigger "orderTextState" after update of state, "createdAt" on orders begin
    update "orderTexts" set state = new.state, "createdAt" = new."createdAt"
    where "orderId" = new.id; end`.execute(database);
  await sql`create trigger "orderTextBuyer" after update of "firstName", "lastName", email on accounts
    when ${isRenamed} begin
    ${renew('in (select id from orders where "accountId" = new.id)')} end`.execute(database);
}

async function followBuyers(database: Kysely<unknown>): Promise<void> {
  await sql`create trigger "buyerTextInsert" after insert on accounts begin
    insert into "buyerTexts" ("accountId", text) select a.id, ${buyerText} from accounts a
    where a.id = new.id; end`.execute(database);
  await sql`create trigger "buyerTextUpdate" after update of "firstName", "lastName", email on accounts
    when ${isRenamed} begin
    update "buyerTexts" set text = (select ${buyerText} from accounts a where a.id = new.id)
    where "accountId" = new.id; end`.execute(database);
}
