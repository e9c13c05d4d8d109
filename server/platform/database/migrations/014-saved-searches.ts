import type { Kysely } from 'kysely';
import { columnTypes } from '../column-types.ts';
import { createIndex, ownedBy } from '../table-parts.ts';

/** Searches whose owners want to know about new designs. */
export async function up(database: Kysely<unknown>): Promise<void> {
  const { schema } = database;
  const { text } = columnTypes(database);
  await schema
    .createTable('savedSearches')
    .addColumn('id', text, (column) => column.primaryKey())
    .addColumn('accountId', text, ownedBy('accounts.id'))
    .addColumn('words', text, (column) => column.notNull())
    .addColumn('filters', text, (column) => column.notNull())
    .addColumn('hasMail', 'bigint', (column) => column.notNull())
    .addColumn('createdAt', text, (column) => column.notNull())
    .addColumn('checkedUntil', text, (column) => column.notNull())
    .addUniqueConstraint('savedSearchesOnce', ['accountId', 'words', 'filters'])
    .execute();
  await createIndex(database, 'savedSearchesDue', 'savedSearches', ['checkedUntil', 'accountId']);
  await schema.alterTable('accounts').addColumn('newDesignsToldAt', text).execute();
  await schema
    .alterTable('pushDevices')
    .addColumn('hasNewDesigns', 'bigint', (column) => column.notNull().defaultTo(0))
    .execute();
  await createIndex(database, 'productsByPublication', 'products', ['status', 'publishedAt']);
}
