import type { Kysely } from 'kysely';
import { columnTypes } from '../column-types.ts';

/** The address that ends a kind of e-mails, and whether a buyer wants those about replaced files. */
export async function up(database: Kysely<unknown>): Promise<void> {
  const { text } = columnTypes(database);
  await database.schema.alterTable('mailOutbox').addColumn('unsubscribeUrl', text).execute();
  await database.schema
    .alterTable('accounts')
    .addColumn('hasFilesNews', 'bigint', (column) => column.notNull().defaultTo(1))
    .execute();
}
