import type { Kysely } from 'kysely';

/** Browsers that are notified when custom requests open. */
export async function up({ schema }: Kysely<unknown>): Promise<void> {
  await schema
    .createTable('pushDevices')
    .addColumn('endpoint', 'text', (column) => column.primaryKey())
    .addColumn('accountId', 'text', (column) =>
      column.notNull().references('accounts.id').onDelete('cascade'),
    )
    .addColumn('p256dh', 'text', (column) => column.notNull())
    .addColumn('auth', 'text', (column) => column.notNull())
    .addColumn('createdAt', 'text', (column) => column.notNull())
    .addColumn('openedAt', 'text')
    .addColumn('nextTryAt', 'text')
    .addColumn('attempts', 'integer', (column) => column.notNull().defaultTo(0))
    .execute();
  await schema.createIndex('pushDevicesByAccount').on('pushDevices').column('accountId').execute();
  await schema.createIndex('pushDevicesDue').on('pushDevices').column('nextTryAt').execute();
}
