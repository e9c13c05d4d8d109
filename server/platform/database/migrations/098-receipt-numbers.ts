import { type Kysely, sql } from 'kysely';
import { columnTypes } from '../column-types.ts';

/**
 * The numbers of receipts and credit notes, and the last one given of each series. Orders that are paid already get
 * theirs from a job, as do those that the version before, which still runs during an update, makes paid.
 */
export async function up(database: Kysely<unknown>): Promise<void> {
  const { schema } = database;
  const { text } = columnTypes(database);
  await schema.alterTable('orders').addColumn('receiptNumber', text).execute();
  await schema.alterTable('refunds').addColumn('creditNoteNumber', text).execute();
  await sql`create unique index "ordersByReceiptNumber" on orders ("receiptNumber")
    where "receiptNumber" is not null`.execute(database);
  await sql`create unique index "refundsByCreditNoteNumber" on refunds ("creditNoteNumber")
    where "creditNoteNumber" is not null`.execute(database);
  await sql`create index "ordersWithoutReceipt" on orders ("paidAt", id)
    where state = 'paid' and "receiptNumber" is null and "paymentMethod" <> 'Gift'`.execute(
    database,
  );
  await sql`create index "refundsWithoutCreditNote" on refunds ("createdAt", id)
    where kind = 'refund' and "creditNoteNumber" is null`.execute(database);
  await schema
    .createTable('receiptSeries')
    .addColumn('name', text, (column) => column.primaryKey())
    .addColumn('last', 'bigint', (column) => column.notNull())
    .execute();
}
