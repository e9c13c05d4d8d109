import type { Kysely } from 'kysely';

/** Recovery codes of staff, new authenticators being set up with one, and links for a new password. */
export async function up({ schema }: Kysely<unknown>): Promise<void> {
  await schema
    .createTable('studioRecoveryCodes')
    .addColumn('accountId', 'text', (column) =>
      column.notNull().references('studioAccounts.id').onDelete('cascade'),
    )
    .addColumn('selector', 'text', (column) => column.notNull())
    .addColumn('secretHash', 'text', (column) => column.notNull())
    .addPrimaryKeyConstraint('studioRecoveryCodesKey', ['accountId', 'selector'])
    .execute();
  await schema
    .createTable('studioTwoStepSetups')
    .addColumn('tokenHash', 'text', (column) => column.primaryKey())
    .addColumn('accountId', 'text', (column) =>
      column.notNull().unique().references('studioAccounts.id').onDelete('cascade'),
    )
    .addColumn('totpSecret', 'text', (column) => column.notNull())
    .addColumn('expiresAt', 'text', (column) => column.notNull())
    .execute();
  await schema
    .createTable('studioResets')
    .addColumn('id', 'text', (column) => column.primaryKey())
    .addColumn('tokenHash', 'text', (column) => column.notNull().unique())
    .addColumn('accountId', 'text', (column) =>
      column.references('studioAccounts.id').onDelete('cascade'),
    )
    .addColumn('expiresAt', 'text', (column) => column.notNull())
    .addColumn('triesLeft', 'integer', (column) => column.notNull())
    .addColumn('askedAt', 'text')
    .addColumn('address', 'text', (column) => column.notNull())
    .addColumn('userAgent', 'text', (column) => column.notNull())
    .addColumn('confirmedBy', 'text')
    .execute();
  await schema
    .createIndex('studioResetsByAccount')
    .on('studioResets')
    .column('accountId')
    .execute();
}
