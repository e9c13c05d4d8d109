import { type Kysely, sql } from 'kysely';
import { columnTypes } from '../../column-types.ts';

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
  await schema
    .createIndex('customRequestsByAccount')
    .on('customRequests')
    .column('accountId')
    .execute();
  await schema
    .createIndex('customRequestsByStatus')
    .on('customRequests')
    .columns(['status', 'createdAt'])
    .execute();

  await schema
    .createTable('customRequestImages')
    .addColumn('id', text, (column) => column.primaryKey())
    .addColumn('requestId', text, (column) =>
      column.notNull().references('customRequests.id').onDelete('cascade'),
    )
    .addColumn('position', 'bigint', (column) => column.notNull())
    .addColumn('upload', text, (column) => column.notNull().unique())
    .addColumn('bytes', 'bigint', (column) => column.notNull())
    .addColumn('width', 'bigint', (column) => column.notNull())
    .addColumn('height', 'bigint', (column) => column.notNull())
    .execute();
  await schema
    .createIndex('customImagesByRequest')
    .on('customRequestImages')
    .column('requestId')
    .execute();

  await schema
    .createTable('customReplies')
    .addColumn('id', text, (column) => column.primaryKey())
    .addColumn('requestId', text, (column) =>
      column.notNull().references('customRequests.id').onDelete('cascade'),
    )
    .addColumn('authorId', text, (column) => column.notNull())
    .addColumn('text', text, (column) => column.notNull())
    .addColumn('createdAt', text, (column) => column.notNull())
    .execute();
  await schema
    .createIndex('customRepliesByRequest')
    .on('customReplies')
    .column('requestId')
    .execute();
}
