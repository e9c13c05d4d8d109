import type { Kysely } from 'kysely';

/** Whose mail it is: an address alone doesn't tell, since anybody may sign up with a studio's. */
export async function up({ schema }: Kysely<unknown>): Promise<void> {
  await schema
    .alterTable('mailOutbox')
    .addColumn('accountId', 'text', (column) =>
      column.references('accounts.id').onDelete('set null'),
    )
    .execute();
  await schema.createIndex('mailsByAccount').on('mailOutbox').column('accountId').execute();
}
