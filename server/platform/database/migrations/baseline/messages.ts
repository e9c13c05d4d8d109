import type { Kysely } from 'kysely';
import { columnTypes } from '../../column-types.ts';
import { createIndex, ownedBy } from '../../table-parts.ts';

export async function createMessages(database: Kysely<unknown>): Promise<void> {
  const { schema } = database;
  const { text } = columnTypes(database);
  await schema
    .createTable('mailOutbox')
    .addColumn('id', text, (column) => column.primaryKey())
    .addColumn('recipient', text, (column) => column.notNull())
    .addColumn('subject', text, (column) => column.notNull())
    .addColumn('text', text, (column) => column.notNull())
    .addColumn('html', text, (column) => column.notNull())
    .addColumn('createdAt', text, (column) => column.notNull())
    .addColumn('sentAt', text)
    .addColumn('attempts', 'bigint', (column) => column.notNull())
    .addColumn('nextAttemptAt', text, (column) => column.notNull())
    .addColumn('lastProblem', text)
    .addColumn('expiresAt', text)
    .addColumn('replyTo', text)
    .addColumn('attachments', text, (column) => column.notNull().defaultTo('[]'))
    .addColumn('accountId', text, (column) => column.references('accounts.id').onDelete('set null'))
    .addColumn('news', text)
    .addColumn('noticedAt', text)
    .execute();
  await createIndex(database, 'mailsByAccount', 'mailOutbox', ['accountId']);

  await schema
    .createTable('pushDevices')
    .addColumn('endpoint', text, (column) => column.primaryKey())
    .addColumn('accountId', text, ownedBy('accounts.id'))
    .addColumn('p256dh', text, (column) => column.notNull())
    .addColumn('auth', text, (column) => column.notNull())
    .addColumn('createdAt', text, (column) => column.notNull())
    .addColumn('openedAt', text)
    .addColumn('nextTryAt', text)
    .addColumn('attempts', 'bigint', (column) => column.notNull().defaultTo(0))
    .addColumn('hasCustoms', 'bigint', (column) => column.notNull().defaultTo(1))
    .addColumn('hasPriceDrops', 'bigint', (column) => column.notNull().defaultTo(0))
    .execute();
  await createIndex(database, 'pushDevicesByAccount', 'pushDevices', ['accountId']);

  await schema
    .createTable('pushes')
    .addColumn('endpoint', text, ownedBy('pushDevices.endpoint'))
    .addColumn('kind', text, (column) => column.notNull())
    .addColumn('detail', text, (column) => column.notNull())
    .addColumn('queuedAt', text, (column) => column.notNull())
    .addColumn('nextTryAt', text, (column) => column.notNull())
    .addColumn('attempts', 'bigint', (column) => column.notNull().defaultTo(0))
    .addPrimaryKeyConstraint('pushesKey', ['endpoint', 'kind'])
    .execute();
  await createIndex(database, 'pushesDue', 'pushes', ['nextTryAt']);
}
