import type { Kysely } from 'kysely';
import { columnTypes } from '../column-types.ts';

/** Searches whose owners want to know about new designs. */
export async function up(database: Kysely<unknown>): Promise<void> {
  const { schema } = database;
  const { text } = columnTypes(database);
  await schema
    .createTable('savedSearches')
    .addColumn('id', text, (column) => column.primaryKey())
    .addColumn('accountId', text, (column) =>
      column.notNull().references('accounts.id').onDelete('cascade'),
    )
    .addColumn('words', text, (column) => column.notNull())
    .addColumn('filters', text, (column) => column.notNull())
    .addColumn('hasMail', 'bigint', (column) => column.notNull())
    .addColumn('createdAt', text, (column) => column.notNull())
    .addColumn('checkedUntil', text, (column) => column.notNull())
    .addUniqueConstraint('savedSearchesOnce', ['accountId', 'words', 'filters'])
    .execute();
  await schema
    .createIndex('savedSearchesDue')
    .on('savedSearches')
    .columns(['checkedUntil', 'accountId'])
    .execute();
  await schema.alterTable('accounts').addColumn('newDesignsToldAt', text).execute();
  await schema
    .alterTable('pushDevices')
    .addColumn('hasNewDesigns', 'bigint', (column) => column.notNull().defaultTo(0))
    .execute();
  await schema
    .createIndex('productsByPublication')
    .on('products')
    .columns(['status', 'publishedAt'])
    .execute();
}
