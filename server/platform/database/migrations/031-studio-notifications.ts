import type { Kysely } from 'kysely';

/** What each staff member is notified of and how, what waits for the daily digest, and pushes to their devices. */
export async function up({ schema }: Kysely<unknown>): Promise<void> {
  await schema
    .createTable('notificationChoices')
    .addColumn('accountId', 'text', (column) =>
      column.notNull().references('studioAccounts.id').onDelete('cascade'),
    )
    .addColumn('kind', 'text', (column) => column.notNull())
    .addColumn('mail', 'text', (column) => column.notNull())
    .addColumn('isPushed', 'integer', (column) => column.notNull())
    .addPrimaryKeyConstraint('notificationChoicesKey', ['accountId', 'kind'])
    .execute();

  await schema
    .createTable('notifications')
    .addColumn('id', 'text', (column) => column.primaryKey())
    .addColumn('accountId', 'text', (column) =>
      column.notNull().references('studioAccounts.id').onDelete('cascade'),
    )
    .addColumn('kind', 'text', (column) => column.notNull())
    .addColumn('subjectId', 'text', (column) => column.notNull())
    .addColumn('title', 'text', (column) => column.notNull())
    .addColumn('path', 'text', (column) => column.notNull())
    .addColumn('createdAt', 'text', (column) => column.notNull())
    .addColumn('mailedAt', 'text')
    .execute();
  await schema
    .createIndex('notificationsToMail')
    .on('notifications')
    .columns(['mailedAt', 'createdAt'])
    .execute();
  await schema
    .createIndex('notificationsBySubject')
    .on('notifications')
    .columns(['kind', 'subjectId'])
    .execute();
  await schema
    .createIndex('notificationsByAccount')
    .on('notifications')
    .column('accountId')
    .execute();

  await schema
    .createTable('staffPushDevices')
    .addColumn('endpoint', 'text', (column) => column.primaryKey())
    .addColumn('accountId', 'text', (column) =>
      column.notNull().references('studioAccounts.id').onDelete('cascade'),
    )
    .addColumn('p256dh', 'text', (column) => column.notNull())
    .addColumn('auth', 'text', (column) => column.notNull())
    .addColumn('name', 'text', (column) => column.notNull())
    .addColumn('createdAt', 'text', (column) => column.notNull())
    .execute();
  await schema
    .createIndex('staffPushDevicesByAccount')
    .on('staffPushDevices')
    .column('accountId')
    .execute();

  await schema
    .createTable('staffPushes')
    .addColumn('endpoint', 'text', (column) =>
      column.notNull().references('staffPushDevices.endpoint').onDelete('cascade'),
    )
    .addColumn('kind', 'text', (column) => column.notNull())
    .addColumn('detail', 'text', (column) => column.notNull())
    .addColumn('queuedAt', 'text', (column) => column.notNull())
    .addColumn('nextTryAt', 'text', (column) => column.notNull())
    .addColumn('attempts', 'integer', (column) => column.notNull().defaultTo(0))
    .addPrimaryKeyConstraint('staffPushesKey', ['endpoint', 'kind'])
    .execute();
  await schema.createIndex('staffPushesDue').on('staffPushes').column('nextTryAt').execute();
}
