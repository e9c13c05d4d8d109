import type { Kysely } from 'kysely';

/** Changes of an e-mail that the previous address can still undo. */
export async function up({ schema }: Kysely<unknown>): Promise<void> {
  await schema
    .createTable('emailUndos')
    .addColumn('id', 'integer', (column) => column.primaryKey().autoIncrement())
    .addColumn('tokenHash', 'text', (column) => column.notNull().unique())
    .addColumn('accountId', 'text', (column) =>
      column.notNull().references('accounts.id').onDelete('cascade'),
    )
    .addColumn('email', 'text', (column) => column.notNull())
    .addColumn('emailKey', 'text', (column) => column.notNull())
    .addColumn('expiresAt', 'text', (column) => column.notNull())
    .execute();
  await schema.createIndex('emailUndosByAccount').on('emailUndos').column('accountId').execute();
  await schema.createIndex('emailUndosByEmail').on('emailUndos').column('emailKey').execute();
}
