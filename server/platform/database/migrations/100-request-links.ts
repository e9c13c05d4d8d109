import type { Kysely } from 'kysely';
import { columnTypes } from '../column-types.ts';

/** Links that open a custom request without an account, and which address of an account is known to be its owner's. */
export async function up(database: Kysely<unknown>): Promise<void> {
  const { schema } = database;
  const { text } = columnTypes(database);
  await schema
    .createTable('requestLinks')
    .addColumn('tokenHash', text, (column) => column.primaryKey())
    .addColumn('requestId', text, (column) =>
      column.notNull().references('customRequests.id').onDelete('cascade'),
    )
    .addColumn('expiresAt', text, (column) => column.notNull())
    .execute();
  await schema
    .createIndex('requestLinksByRequest')
    .on('requestLinks')
    .column('requestId')
    .execute();
  await schema.alterTable('accounts').addColumn('confirmedEmailKey', text).execute();
}
