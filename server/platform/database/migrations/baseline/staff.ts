import type { Kysely } from 'kysely';
import { columnTypes } from '../../column-types.ts';
import { createIndex, ownedBy } from '../../table-parts.ts';

export async function createStaff(database: Kysely<unknown>): Promise<void> {
  const { schema } = database;
  const { text, counter } = columnTypes(database);
  await schema
    .createTable('studioAccounts')
    .addColumn('id', text, (column) => column.primaryKey())
    .addColumn('email', text, (column) => column.notNull())
    .addColumn('emailKey', text, (column) => column.notNull().unique())
    .addColumn('passwordHash', text)
    .addColumn('totpSecret', text)
    .addColumn('lastTotpStep', 'bigint')
    .addColumn('createdAt', text, (column) => column.notNull())
    .addColumn('disabledAt', text)
    .addColumn('name', text, (column) => column.notNull().defaultTo(''))
    .addColumn('role', text, (column) => column.notNull().defaultTo('owner'))
    .addColumn('lastSeenAt', text)
    .execute();

  await schema
    .createTable('studioInvitations')
    .addColumn('tokenHash', text, (column) => column.primaryKey())
    .addColumn('accountId', text, (column) =>
      column.notNull().unique().references('studioAccounts.id').onDelete('cascade'),
    )
    .addColumn('totpSecret', text, (column) => column.notNull())
    .addColumn('expiresAt', text, (column) => column.notNull())
    .execute();

  await schema
    .createTable('studioSessions')
    .addColumn('tokenHash', text, (column) => column.primaryKey())
    .addColumn('accountId', text, ownedBy('studioAccounts.id'))
    .addColumn('createdAt', text, (column) => column.notNull())
    .addColumn('lastSeenAt', text, (column) => column.notNull())
    .addColumn('userAgent', text, (column) => column.notNull().defaultTo(''))
    .execute();
  await createIndex(database, 'studioSessionsByAccount', 'studioSessions', ['accountId']);

  await schema
    .createTable('auditLines')
    .addColumn('id', counter.type, counter.build)
    .addColumn('at', text, (column) => column.notNull())
    .addColumn('actorId', text, (column) => column.notNull())
    .addColumn('action', text, (column) => column.notNull())
    .addColumn('subjectId', text, (column) => column.notNull())
    .addColumn('before', text)
    .addColumn('after', text)
    .execute();
  await createIndex(database, 'auditLinesByTarget', 'auditLines', ['subjectId']);

  await schema
    .createTable('notificationChoices')
    .addColumn('accountId', text, ownedBy('studioAccounts.id'))
    .addColumn('kind', text, (column) => column.notNull())
    .addColumn('mail', text, (column) => column.notNull())
    .addColumn('isPushed', 'bigint', (column) => column.notNull())
    .addPrimaryKeyConstraint('notificationChoicesKey', ['accountId', 'kind'])
    .execute();

  await schema
    .createTable('notifications')
    .addColumn('id', text, (column) => column.primaryKey())
    .addColumn('accountId', text, ownedBy('studioAccounts.id'))
    .addColumn('kind', text, (column) => column.notNull())
    .addColumn('subjectId', text, (column) => column.notNull())
    .addColumn('title', text, (column) => column.notNull())
    .addColumn('path', text, (column) => column.notNull())
    .addColumn('createdAt', text, (column) => column.notNull())
    .addColumn('mailedAt', text)
    .execute();
  await createIndex(database, 'notificationsToMail', 'notifications', ['mailedAt', 'createdAt']);
  await createIndex(database, 'notificationsBySubject', 'notifications', ['kind', 'subjectId']);
  await createIndex(database, 'notificationsByAccount', 'notifications', ['accountId']);

  await schema
    .createTable('staffPushDevices')
    .addColumn('endpoint', text, (column) => column.primaryKey())
    .addColumn('accountId', text, ownedBy('studioAccounts.id'))
    .addColumn('p256dh', text, (column) => column.notNull())
    .addColumn('auth', text, (column) => column.notNull())
    .addColumn('name', text, (column) => column.notNull())
    .addColumn('createdAt', text, (column) => column.notNull())
    .execute();
  await createIndex(database, 'staffPushDevicesByAccount', 'staffPushDevices', ['accountId']);

  await schema
    .createTable('staffPushes')
    .addColumn('endpoint', text, ownedBy('staffPushDevices.endpoint'))
    .addColumn('kind', text, (column) => column.notNull())
    .addColumn('detail', text, (column) => column.notNull())
    .addColumn('queuedAt', text, (column) => column.notNull())
    .addColumn('nextTryAt', text, (column) => column.notNull())
    .addColumn('attempts', 'bigint', (column) => column.notNull().defaultTo(0))
    .addPrimaryKeyConstraint('staffPushesKey', ['endpoint', 'kind'])
    .execute();
  await createIndex(database, 'staffPushesDue', 'staffPushes', ['nextTryAt']);

  await schema
    .createTable('studioRecoveryCodes')
    .addColumn('accountId', text, ownedBy('studioAccounts.id'))
    .addColumn('selector', text, (column) => column.notNull())
    .addColumn('secretHash', text, (column) => column.notNull())
    .addPrimaryKeyConstraint('studioRecoveryCodesKey', ['accountId', 'selector'])
    .execute();

  await schema
    .createTable('studioTwoStepSetups')
    .addColumn('tokenHash', text, (column) => column.primaryKey())
    .addColumn('accountId', text, (column) =>
      column.notNull().unique().references('studioAccounts.id').onDelete('cascade'),
    )
    .addColumn('totpSecret', text, (column) => column.notNull())
    .addColumn('expiresAt', text, (column) => column.notNull())
    .execute();

  await schema
    .createTable('studioResets')
    .addColumn('id', text, (column) => column.primaryKey())
    .addColumn('tokenHash', text, (column) => column.notNull().unique())
    .addColumn('accountId', text, (column) =>
      column.references('studioAccounts.id').onDelete('cascade'),
    )
    .addColumn('expiresAt', text, (column) => column.notNull())
    .addColumn('triesLeft', 'bigint', (column) => column.notNull())
    .addColumn('askedAt', text)
    .addColumn('address', text, (column) => column.notNull())
    .addColumn('userAgent', text, (column) => column.notNull())
    .addColumn('confirmedBy', text)
    .execute();
  await createIndex(database, 'studioResetsByAccount', 'studioResets', ['accountId']);
}
