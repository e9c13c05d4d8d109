import type { Kysely } from 'kysely';

/** For how many more rounds a mail stays with its sender, if that renews its claim no more; 0 for a mail without a sender. */
export async function up(database: Kysely<unknown>): Promise<void> {
  await database.schema
    .alterTable('mailOutbox')
    .addColumn('roundsLeft', 'bigint', (column) => column.notNull().defaultTo(0))
    .execute();
}
