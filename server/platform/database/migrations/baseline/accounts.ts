import { type Kysely, sql } from 'kysely';
import { columnTypes } from '../../column-types.ts';
import { createIndex, ownedBy } from '../../table-parts.ts';

export async function createAccounts(database: Kysely<unknown>): Promise<void> {
  const { schema } = database;
  const { text, counter } = columnTypes(database);
  await schema
    .createTable('accounts')
    .addColumn('id', text, (column) => column.primaryKey())
    .addColumn('email', text, (column) => column.notNull())
    .addColumn('emailKey', text, (column) => column.notNull().unique())
    .addColumn('passwordHash', text, (column) => column.notNull())
    .addColumn('firstName', text, (column) => column.notNull())
    .addColumn('lastName', text, (column) => column.notNull())
    .addColumn('licenseType', text, (column) =>
      column.notNull().check(sql`"licenseType" in ('FABRIC_SHOP', 'SMALL_BUSINESS')`),
    )
    .addColumn('businessVerificationLink', text, (column) => column.notNull())
    .addColumn('avatarUrl', text)
    .addColumn('status', text, (column) =>
      column.notNull().check(sql`status in ('pending', 'approved', 'rejected')`),
    )
    .addColumn('isDemo', 'bigint', (column) => column.notNull().defaultTo(0))
    .addColumn('createdAt', text, (column) => column.notNull())
    .addColumn('deletedAt', text)
    .addColumn('hasCustomsNews', 'bigint', (column) => column.notNull().defaultTo(0))
    .addColumn('priceDropsDueAt', text)
    .addColumn('priceDropsToldAt', text)
    .execute();
  await createIndex(database, 'accountsByStatus', 'accounts', [
    'deletedAt',
    'status',
    'createdAt',
    'id',
  ]);
  await createIndex(database, 'accountsByAge', 'accounts', ['deletedAt', 'createdAt', 'id']);
  await schema
    .createIndex('accountsByName')
    .on('accounts')
    .expression(sql`lower("firstName" || ' ' || "lastName")`)
    .execute();
  await schema
    .createIndex('accountsByLastName')
    .on('accounts')
    .expression(sql`lower("lastName")`)
    .execute();
  await createIndex(database, 'accountsPriceDropsDue', 'accounts', ['priceDropsDueAt']);

  await schema
    .createTable('sessions')
    .addColumn('tokenHash', text, (column) => column.primaryKey())
    .addColumn('accountId', text, ownedBy('accounts.id'))
    .addColumn('createdAt', text, (column) => column.notNull())
    .addColumn('lastSeenAt', text, (column) => column.notNull())
    .execute();
  await createIndex(database, 'sessionsByAccount', 'sessions', ['accountId']);

  await schema
    .createTable('knownDevices')
    .addColumn('owner', text, (column) => column.notNull())
    .addColumn('tokenHash', text, (column) => column.notNull())
    .addColumn('lastSignInAt', text, (column) => column.notNull())
    .addPrimaryKeyConstraint('knownDevicesKey', ['owner', 'tokenHash'])
    .execute();

  await schema
    .createTable('resetSteps')
    .addColumn('tokenHash', text, (column) => column.primaryKey())
    .addColumn('emailHash', text, (column) => column.notNull())
    .addColumn('accountId', text, (column) => column.references('accounts.id').onDelete('cascade'))
    .addColumn('codeHash', text)
    .addColumn('triesLeft', 'bigint', (column) => column.notNull())
    .addColumn('expiresAt', text, (column) => column.notNull())
    .addColumn('requesterHash', text, (column) => column.notNull().defaultTo(''))
    .execute();
  await createIndex(database, 'resetStepsByEmail', 'resetSteps', ['emailHash']);
  await createIndex(database, 'resetStepsByAccount', 'resetSteps', ['accountId']);

  await schema
    .createTable('emailUndos')
    .addColumn('id', counter.type, counter.build)
    .addColumn('tokenHash', text, (column) => column.notNull().unique())
    .addColumn('accountId', text, ownedBy('accounts.id'))
    .addColumn('email', text, (column) => column.notNull())
    .addColumn('emailKey', text, (column) => column.notNull())
    .addColumn('expiresAt', text, (column) => column.notNull())
    .execute();
  await createIndex(database, 'emailUndosByAccount', 'emailUndos', ['accountId']);
  await createIndex(database, 'emailUndosByEmail', 'emailUndos', ['emailKey']);
}
