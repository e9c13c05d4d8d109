import type { Kysely } from 'kysely';
import { columnTypes } from '../column-types.ts';
import { createIndex } from '../table-parts.ts';

/** Which mails can be answered by mail, and what about. */
export async function up(database: Kysely<unknown>): Promise<void> {
  const { text } = columnTypes(database);
  await database.schema
    .createTable('threadMails')
    .addColumn('id', text, (column) => column.primaryKey())
    .addColumn('kind', text, (column) => column.notNull())
    .addColumn('aboutId', text, (column) => column.notNull())
    .addColumn('createdAt', text, (column) => column.notNull())
    .execute();
  await createIndex(database, 'threadMailsByTime', 'threadMails', ['createdAt']);
}
