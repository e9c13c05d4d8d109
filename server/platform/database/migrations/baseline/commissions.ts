import { type Kysely, sql } from 'kysely';
import { columnTypes } from '../../column-types.ts';
import { createIndex, ownedBy } from '../../table-parts.ts';

export async function createCommissions(database: Kysely<unknown>): Promise<void> {
  const { schema } = database;
  const { text } = columnTypes(database);
  await schema
    .createTable('customRequests')
    .addColumn('id', text, (column) => column.primaryKey())
    .addColumn('accountId', text, (column) => column.references('accounts.id').onDelete('set null'))
    .addColumn('name', text, (column) => column.notNull())
    .addColumn('email', text, (column) => column.notNull())
    .addColumn('designType', text, (column) =>
      column.notNull().check(sql`"designType" in ('Exclusive', 'Non-Exclusive')`),
    )
    .addColumn('description', text, (column) => column.notNull())
    .addColumn('createdAt', text, (column) => column.notNull())
    .addColumn('status', text, (column) =>
      column.notNull().defaultTo('open').check(sql`status in ('open', 'answered', 'closed')`),
    )
    .addColumn('closedAt', text)
    .execute();
  await createIndex(database, 'customRequestsByAccount', 'customRequests', ['accountId']);
  await createIndex(database, 'customRequestsByStatus', 'customRequests', ['status', 'createdAt']);

  await schema
    .createTable('customRequestImages')
    .addColumn('id', text, (column) => column.primaryKey())
    .addColumn('requestId', text, ownedBy('customRequests.id'))
    .addColumn('position', 'bigint', (column) => column.notNull())
    .addColumn('upload', text, (column) => column.notNull().unique())
    .addColumn('bytes', 'bigint', (column) => column.notNull())
    .addColumn('width', 'bigint', (column) => column.notNull())
    .addColumn('height', 'bigint', (column) => column.notNull())
    .execute();
  await createIndex(database, 'customImagesByRequest', 'customRequestImages', ['requestId']);

  await schema
    .createTable('customReplies')
    .addColumn('id', text, (column) => column.primaryKey())
    .addColumn('requestId', text, ownedBy('customRequests.id'))
    .addColumn('authorId', text, (column) => column.notNull())
    .addColumn('text', text, (column) => column.notNull())
    .addColumn('createdAt', text, (column) => column.notNull())
    .execute();
  await createIndex(database, 'customRepliesByRequest', 'customReplies', ['requestId']);
}
