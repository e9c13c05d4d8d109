import { type Kysely, sql } from 'kysely';

/** The status of a custom request, and the studio's replies. */
export async function up({ schema }: Kysely<unknown>): Promise<void> {
  await schema
    .alterTable('customRequests')
    .addColumn('status', 'text', (column) =>
      column.notNull().defaultTo('open').check(sql`status in ('open', 'answered', 'closed')`),
    )
    .execute();
  await schema.alterTable('customRequests').addColumn('closedAt', 'text').execute();
  await schema
    .createIndex('customRequestsByStatus')
    .on('customRequests')
    .columns(['status', 'createdAt'])
    .execute();
  await schema
    .createTable('customReplies')
    .addColumn('id', 'text', (column) => column.primaryKey())
    .addColumn('requestId', 'text', (column) =>
      column.notNull().references('customRequests.id').onDelete('cascade'),
    )
    .addColumn('who', 'text', (column) => column.notNull())
    .addColumn('text', 'text', (column) => column.notNull())
    .addColumn('createdAt', 'text', (column) => column.notNull())
    .execute();
  await schema
    .createIndex('customRepliesByRequest')
    .on('customReplies')
    .column('requestId')
    .execute();
}
