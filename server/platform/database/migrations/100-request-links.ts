import type { Kysely } from 'kysely';
import { columnTypes } from '../column-types.ts';
import { createIndex, ownedBy } from '../table-parts.ts';

/** Links that open a custom request without an account, and which address of an account is known to be its owner's. */
export async function up(database: Kysely<unknown>): Promise<void> {
  const { schema } = database;
  const { text } = columnTypes(database);
  await schema
    .createTable('requestLinks')
    .addColumn('tokenHash', text, (column) => column.primaryKey())
    .addColumn('requestId', text, ownedBy('customRequests.id'))
    .addColumn('expiresAt', text, (column) => column.notNull())
    .execute();
  await createIndex(database, 'requestLinksByRequest', 'requestLinks', ['requestId']);
  await schema.alterTable('accounts').addColumn('confirmedEmailKey', text).execute();
}
