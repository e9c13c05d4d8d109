import { type Kysely, type RawBuilder, sql } from 'kysely';
import { isPostgres } from '../../column-types.ts';

/**
 * Sums and counts of days that are over are stored when they are first read. Triggers delete those that a change
 * concerns, whoever writes. A new payment concerns none: sums are of days that are over, and the index finds that at
 * once.
 */
export async function followSums(database: Kysely<unknown>): Promise<void> {
  const trigger = isPostgres(database) ? postgresTrigger : sqliteTrigger;
  for (const [sums, changes] of Object.entries(followed)) {
    for (const [name, event, when, instants] of changes) {
      const body = sql.raw(
        instants
          .map((at) => `delete from "${sums}" where "endsAt" > ${at} and "startsAt" <= ${at};`)
          .join(' '),
      );
      const statements = trigger(sql.ref(`${sums}${name}`), sql.raw(event), sql.raw(when), body);
      for (const statement of statements) await statement.execute(database);
    }
  }
}

const columns = `state, "paidAt", "paymentMethod", "capturedAmount", "totalPrice", "couponCode",
  "couponDiscount", "customerCountry"`;
const prices = '"productId", price, "discountedPrice", "couponDiscount"';
const paidAtOf = (row: string) => `(select "paidAt" from orders where id = ${row}."orderId")`;

/** Whether a change makes a difference for counts of buyers: that an unpaid order is void makes none. */
const isCounted = `when ((old.state = 'paid') <> (new.state = 'paid') or old."createdAt" <> new."createdAt"
  or old."accountId" <> new."accountId" or old."paymentMethod" <> new."paymentMethod")`;

/** What a trigger follows: its name, the event, on which rows (empty: all), and the instants that it concerns. */
type Change = readonly [name: string, event: string, when: string, instants: readonly string[]];

const followed: Readonly<Record<'saleSums' | 'buyerCounts', readonly Change[]>> = {
  saleSums: [
    ['OrderInsert', 'insert on orders', 'when (new."paidAt" is not null)', ['new."paidAt"']],
    ['OrderUpdate', `update of ${columns} on orders`, '', ['old."paidAt"', 'new."paidAt"']],
    ['OrderDelete', 'delete on orders', 'when (old."paidAt" is not null)', ['old."paidAt"']],
    ['RefundInsert', 'insert on refunds', '', [paidAtOf('new')]],
    ['RefundUpdate', 'update on refunds', '', [paidAtOf('old'), paidAtOf('new')]],
    ['RefundDelete', 'delete on refunds', '', [paidAtOf('old')]],
    ['ItemInsert', 'insert on "orderItems"', '', [paidAtOf('new')]],
    ['ItemUpdate', `update of ${prices} on "orderItems"`, '', [paidAtOf('new')]],
    ['ItemDelete', 'delete on "orderItems"', '', [paidAtOf('old')]],
  ],
  buyerCounts: [
    ['Insert', 'insert on orders', '', ['new."createdAt"']],
    [
      'Update',
      'update of state, "createdAt", "accountId", "paymentMethod" on orders',
      isCounted,
      ['old."createdAt"', 'new."createdAt"'],
    ],
    ['Delete', 'delete on orders', '', ['old."createdAt"']],
  ],
};

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
