import type { Kysely } from 'kysely';

/** The people who run the studio: accounts, invitations, sessions and an audit log. */
export async function up({ schema }: Kysely<unknown>): Promise<void> {
  await schema
    .createTable('studioAccounts')
    .addColumn('id', 'text', (column) => column.primaryKey())
    .addColumn('email', 'text', (column) => column.notNull())
    .addColumn('emailKey', 'text', (column) => column.notNull().unique())
    .addColumn('passwordHash', 'text')
    .addColumn('totpSecret', 'text')
    .addColumn('lastTotpStep', 'integer')
    .addColumn('createdAt', 'text', (column) => column.notNull())
    .addColumn('disabledAt', 'text')
    .execute();
  await schema
    .createTable('studioInvitations')
    .addColumn('tokenHash', 'text', (column) => column.primaryKey())
    .addColumn('accountId', 'text', (column) =>
      column.notNull().unique().references('studioAccounts.id').onDelete('cascade'),
    )
    .addColumn('totpSecret', 'text', (column) => column.notNull())
    .addColumn('expiresAt', 'text', (column) => column.notNull())
    .execute();
  await schema
    .createTable('studioSessions')
    .addColumn('tokenHash', 'text', (column) => column.primaryKey())
    .addColumn('accountId', 'text', (column) =>
      column.notNull().references('studioAccounts.id').onDelete('cascade'),
    )
    .addColumn('createdAt', 'text', (column) => column.notNull())
    .addColumn('lastSeenAt', 'text', (column) => column.notNull())
    .execute();
  await schema
    .createIndex('studioSessionsByAccount')
    .on('studioSessions')
    .column('accountId')
    .execute();
  await schema
    .createTable('auditLines')
    .addColumn('id', 'integer', (column) => column.primaryKey().autoIncrement())
    .addColumn('at', 'text', (column) => column.notNull())
    .addColumn('who', 'text', (column) => column.notNull())
    .addColumn('what', 'text', (column) => column.notNull())
    .addColumn('target', 'text', (column) => column.notNull())
    .addColumn('before', 'text')
    .addColumn('after', 'text')
    .execute();
  await schema.createIndex('auditLinesByTarget').on('auditLines').column('target').execute();
}
