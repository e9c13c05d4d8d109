import type { Kysely } from 'kysely';

/** Password resets, deleted accounts, and mails that expire. */
export async function up(database: Kysely<unknown>): Promise<void> {
  const { schema } = database;
  await schema
    .createTable('resetSteps')
    .addColumn('tokenHash', 'text', (column) => column.primaryKey())
    .addColumn('emailHash', 'text', (column) => column.notNull())
    .addColumn('accountId', 'text', (column) =>
      column.references('accounts.id').onDelete('cascade'),
    )
    .addColumn('codeHash', 'text')
    .addColumn('triesLeft', 'integer', (column) => column.notNull())
    .addColumn('expiresAt', 'text', (column) => column.notNull())
    .execute();
  await schema.createIndex('resetStepsByEmail').on('resetSteps').column('emailHash').execute();
  await schema.createIndex('resetStepsByAccount').on('resetSteps').column('accountId').execute();
  await schema.alterTable('accounts').addColumn('deletedAt', 'text').execute();
  await schema.alterTable('mailOutbox').addColumn('expiresAt', 'text').execute();
}
