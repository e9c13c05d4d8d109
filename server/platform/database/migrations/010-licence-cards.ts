import { type Kysely, sql } from 'kysely';
import { columnTypes } from '../column-types.ts';

/** Signed licence cards of bought items, the keys that sign them, and a fast way to the revoked items. */
export async function up(database: Kysely<unknown>): Promise<void> {
  const { schema } = database;
  const { text } = columnTypes(database);
  await schema
    .createTable('licenceKeys')
    .addColumn('id', text, (column) => column.primaryKey())
    .addColumn('publicKey', text, (column) => column.notNull())
    .addColumn('privateKey', text)
    .addColumn('createdAt', text, (column) => column.notNull())
    .addColumn('retiredAt', text)
    .execute();
  await schema
    .createTable('licenceCards')
    .addColumn('orderItemId', text, (column) => column.primaryKey().references('orderItems.id'))
    .addColumn('card', text, (column) => column.notNull())
    .addColumn('signedAt', text, (column) => column.notNull())
    .execute();
  await schema
    .createIndex('orderItemsRevoked')
    .on('orderItems')
    .column('revokedAt')
    .where(sql.ref('revokedAt'), 'is not', null)
    .execute();
}
