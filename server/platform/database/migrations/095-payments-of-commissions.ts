import { type Kysely, sql } from 'kysely';
import { columnTypes } from '../column-types.ts';

/**
 * What an order pays for, if that is a custom request: the version of its quote, and which part of the price. It doesn't
 * refer to the request, since orders stay when that is deleted. Of the first payment and the rest, each is paid or being
 * paid by one order; one in review may be refunded, so it counts only once it is released.
 */
export async function up(database: Kysely<unknown>): Promise<void> {
  const { schema } = database;
  const { text } = columnTypes(database);
  await schema.alterTable('orders').addColumn('commissionId', text).execute();
  await schema.alterTable('orders').addColumn('quoteVersion', 'bigint').execute();
  await schema
    .alterTable('orders')
    .addColumn('quotePart', text, (column) =>
      column.check(sql`"quotePart" in ('whole', 'deposit', 'rest')`),
    )
    .execute();
  await schema.alterTable('orders').addColumn('releasedAt', text).execute();
  await sql`create index "ordersByCommission" on orders ("commissionId")
    where "commissionId" is not null`.execute(database);
  await sql`create unique index "ordersPayingCommissions" on orders ("commissionId", ("quotePart" = 'rest'))
    where "commissionId" is not null
      and state in ('provider_creating', 'provider_created', 'capturing', 'paid')`.execute(
    database,
  );
}
