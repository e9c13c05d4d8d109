import { type Kysely, sql } from 'kysely';
import { columnTypes, isPostgres } from '../column-types.ts';

/**
 * How many buyers began to check out, and how many of them paid, in ranges of days that are over: made when they are first
 * read. Triggers delete those that a change concerns, whoever writes.
 */
export async function up(database: Kysely<unknown>): Promise<void> {
  const { text } = columnTypes(database);
  await database.schema
    .createTable('buyerCounts')
    .addColumn('endsAt', text, (column) => column.notNull())
    .addColumn('startsAt', text, (column) => column.notNull())
    .addColumn('begun', 'bigint', (column) => column.notNull())
    .addColumn('paid', 'bigint', (column) => column.notNull())
    .addPrimaryKeyConstraint('buyerCountsKey', ['endsAt', 'startsAt'])
    .execute();
  for (const [name, event, when, rows] of changes) {
    const trigger = sql.ref(`buyerCounts${name}`);
    const body = sql.raw(rows.map(forget).join(' '));
    const after = sql.raw(`after ${event} on orders`);
    if (isPostgres(database)) {
      await sql`create function ${trigger}() returns trigger language plpgsql as
        $$ begin ${body} return null; end $$`.execute(database);
      await sql`create trigger ${trigger} ${after} for each row ${sql.raw(when)}
        execute function ${trigger}()`.execute(database);
    } else {
      await sql`create trigger ${trigger} ${after} ${sql.raw(when)} begin ${body} end`.execute(
        database,
      );
    }
  }
}

/** Whether a change makes a difference: that an unpaid order is void makes none. */
const isCounted = `when ((old.state = 'paid') <> (new.state = 'paid') or old."createdAt" <> new."createdAt"
  or old."accountId" <> new."accountId" or old."paymentMethod" <> new."paymentMethod")`;

/** What a trigger follows: its name, the event, on which rows (empty: all), and the states of the order that it concerns. */
const changes: readonly (readonly [
  name: string,
  event: string,
  when: string,
  rows: readonly ('old' | 'new')[],
])[] = [
  ['Insert', 'insert', '', ['new']],
  [
    'Update',
    'update of state, "createdAt", "accountId", "paymentMethod"',
    isCounted,
    ['old', 'new'],
  ],
  ['Delete', 'delete', '', ['old']],
];

function forget(row: 'old' | 'new'): string {
  return `delete from "buyerCounts" where "endsAt" > ${row}."createdAt" and "startsAt" <= ${row}."createdAt";`;
}
