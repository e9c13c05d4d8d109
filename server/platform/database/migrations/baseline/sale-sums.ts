import { type Kysely, type RawBuilder, sql } from 'kysely';
import { isPostgres } from '../../column-types.ts';

/**
 * Sums of whole days and months are stored when they are first read. Triggers delete those that a change
 * concerns, whoever writes. A new payment concerns none: sums are of days that are over, and the index finds
 * that at once.
 */
export async function followSales(database: Kysely<unknown>): Promise<void> {
  const trigger = isPostgres(database) ? postgresTrigger : sqliteTrigger;
  for (const [name, event, when, paidAts] of changes) {
    const body = sql.raw(paidAts.map(forget).join(' '));
    const statements = trigger(sql.ref(`saleSums${name}`), sql.raw(event), sql.raw(when), body);
    for (const statement of statements) await statement.execute(database);
  }
}

const columns = `state, "paidAt", "paymentMethod", "capturedAmount", "totalPrice", "couponCode",
  "couponDiscount", "customerCountry"`;
const prices = '"productId", price, "discountedPrice", "couponDiscount"';
const paidAtOf = (row: string) => `(select "paidAt" from orders where id = ${row}."orderId")`;

/** What a trigger follows: its name, the event, on which rows (empty: all), and the payments' times that it concerns. */
const changes: readonly (readonly [
  name: string,
  event: string,
  when: string,
  paidAts: readonly string[],
])[] = [
  ['OrderInsert', 'insert on orders', 'when (new."paidAt" is not null)', ['new."paidAt"']],
  ['OrderUpdate', `update of ${columns} on orders`, '', ['old."paidAt"', 'new."paidAt"']],
  ['OrderDelete', 'delete on orders', 'when (old."paidAt" is not null)', ['old."paidAt"']],
  ['RefundInsert', 'insert on refunds', '', [paidAtOf('new')]],
  ['RefundUpdate', 'update on refunds', '', [paidAtOf('old'), paidAtOf('new')]],
  ['RefundDelete', 'delete on refunds', '', [paidAtOf('old')]],
  ['ItemInsert', 'insert on "orderItems"', '', [paidAtOf('new')]],
  ['ItemUpdate', `update of ${prices} on "orderItems"`, '', [paidAtOf('new')]],
  ['ItemDelete', 'delete on "orderItems"', '', [paidAtOf('old')]],
];

function forget(paidAt: string): string {
  return `delete from "saleSums" where "endsAt" > ${paidAt} and "startsAt" <= ${paidAt};`;
}

type Part = RawBuilder<unknown>;

function sqliteTrigger(name: Part, event: Part, when: Part, body: Part): readonly Part[] {
  return [sql`create trigger ${name} after ${event} ${when} begin ${body} end`];
}

function postgresTrigger(name: Part, event: Part, when: Part, body: Part): readonly Part[] {
  return [
    sql`create function ${name}() returns trigger language plpgsql as
      $$ begin ${body} return null; end $$`,
    sql`create trigger ${name} after ${event} for each row ${when} execute function ${name}()`,
  ];
}
