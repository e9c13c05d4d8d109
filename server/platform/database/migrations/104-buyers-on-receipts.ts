import type { Kysely } from 'kysely';
import { columnTypes } from '../column-types.ts';
import { ownedBy } from '../table-parts.ts';

/** What receipts say of their buyers: as kept with the account, and each version of an order's receipt. */
export async function up(database: Kysely<unknown>): Promise<void> {
  const { schema } = database;
  const { text } = columnTypes(database);
  await schema.alterTable('accounts').addColumn('billing', text).execute();
  await schema
    .createTable('receiptVersions')
    .addColumn('orderId', text, ownedBy('orders.id'))
    .addColumn('version', 'bigint', (column) => column.notNull())
    .addColumn('billing', text, (column) => column.notNull())
    .addColumn('createdAt', text, (column) => column.notNull())
    .addPrimaryKeyConstraint('receiptVersionsKey', ['orderId', 'version'])
    .execute();
}
