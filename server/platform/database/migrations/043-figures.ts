import { type Kysely, sql } from 'kysely';

/** For the studio's figures: searches without results, stored sums of sales, and one time zone. */
export async function up(database: Kysely<unknown>): Promise<void> {
  await database.schema
    .createTable('emptySearches')
    .addColumn('day', 'text', (column) => column.notNull())
    .addColumn('words', 'text', (column) => column.notNull())
    .addColumn('count', 'integer', (column) => column.notNull())
    .addPrimaryKeyConstraint('emptySearchesKey', ['day', 'words'])
    .execute();
  await sumSales(database);
  await indexOrders(database);
  await moveTimeZone(database);
}

/**
 * Sums of whole days and months, stored when they are first read. Triggers delete those that a change
 * concerns, whoever writes. A new payment concerns none: sums are of days that are over, and the index finds
 * that at once.
 */
async function sumSales(database: Kysely<unknown>): Promise<void> {
  await database.schema
    .createTable('saleSums')
    .addColumn('startsAt', 'text', (column) => column.notNull())
    .addColumn('endsAt', 'text', (column) => column.notNull())
    .addColumn('sums', 'text', (column) => column.notNull())
    .addColumn('designs', 'text', (column) => column.notNull())
    .addPrimaryKeyConstraint('saleSumsKey', ['startsAt', 'endsAt'])
    .execute();
  await database.schema.createIndex('saleSumsByEnd').on('saleSums').column('endsAt').execute();
  const forget = (paidAt: string) =>
    sql.raw(`delete from "saleSums" where "endsAt" > ${paidAt} and "startsAt" <= ${paidAt};`);
  const paidAtOf = (row: string) => `(select "paidAt" from orders where id = ${row}."orderId")`;
  const trigger = (name: string, event: string, when: string, paidAts: readonly string[]) =>
    sql`create trigger ${sql.ref(name)} after ${sql.raw(event)} ${sql.raw(when)} begin
      ${sql.join(paidAts.map(forget), sql` `)} end`.execute(database);
  const columns = `state, "paidAt", "paymentMethod", "capturedAmount", "totalPrice", "couponCode",
    "couponDiscount", "customerCountry"`;
  const newPaid = 'when new."paidAt" is not null';
  const oldPaid = 'when old."paidAt" is not null';
  await trigger('saleSumsOrderInsert', 'insert on orders', newPaid, ['new."paidAt"']);
  await trigger('saleSumsOrderUpdate', `update of ${columns} on orders`, '', [
    'old."paidAt"',
    'new."paidAt"',
  ]);
  await trigger('saleSumsOrderDelete', 'delete on orders', oldPaid, ['old."paidAt"']);
  await trigger('saleSumsRefundInsert', 'insert on refunds', '', [paidAtOf('new')]);
  await trigger('saleSumsRefundUpdate', 'update on refunds', '', [
    paidAtOf('old'),
    paidAtOf('new'),
  ]);
  await trigger('saleSumsRefundDelete', 'delete on refunds', '', [paidAtOf('old')]);
  await trigger('saleSumsItemInsert', 'insert on "orderItems"', '', [paidAtOf('new')]);
  await trigger(
    'saleSumsItemUpdate',
    'update of "productId", price, "discountedPrice", "couponDiscount" on "orderItems"',
    '',
    [paidAtOf('new')],
  );
  await trigger('saleSumsItemDelete', 'delete on "orderItems"', '', [paidAtOf('old')]);
}

/** The orders of each buyer, with what the way from cart to payment counts. */
async function indexOrders({ schema }: Kysely<unknown>): Promise<void> {
  await schema.dropIndex('ordersByAccount').execute();
  await schema
    .createIndex('ordersByAccount')
    .on('orders')
    .columns(['accountId', 'createdAt', 'state', 'paymentMethod'])
    .execute();
}

/** The digest's time zone, which an owner chose, becomes that of the shop. */
async function moveTimeZone(database: Kysely<unknown>): Promise<void> {
  await sql`insert into settings ("key", value, "updatedAt")
    select 'timeZone', json_quote(json_extract(value, '$.timeZone')), "updatedAt"
    from settings where "key" = 'digest'`.execute(database);
  await sql`update settings set value = json_remove(value, '$.timeZone') where "key" = 'digest'`.execute(
    database,
  );
}
