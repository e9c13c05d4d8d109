import type { Kysely } from 'kysely';

/** The account that a mail is about. An address isn't enough, because anybody may sign up with a studio's address. */
export async function up({ schema }: Kysely<unknown>): Promise<void> {
  await schema
    .alterTable('mailOutbox')
    .addColumn('accountId', 'text', (column) =>
      column.references('accounts.id').onDelete('set null'),
    )
    .execute();
  await schema.createIndex('mailsByAccount').on('mailOutbox').column('accountId').execute();
}
