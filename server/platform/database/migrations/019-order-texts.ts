import { type Kysely, sql } from 'kysely';
import { isPostgres } from '../column-types.ts';

/** On PostgreSQL as on SQLite: a text is only written again if a name, an e-mail or the number changes, not with each state. */
export async function up(database: Kysely<unknown>): Promise<void> {
  if (!isPostgres(database)) return;
  const run = (statement: ReturnType<typeof sql>) => statement.execute(database);
  await run(sql`drop trigger "orderTextUpdate" on orders`);
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
