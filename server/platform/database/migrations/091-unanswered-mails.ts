import type { Kysely } from 'kysely';

/** How often a mail was sent as a whole without an answer. */
export async function up(database: Kysely<unknown>): Promise<void> {
  await database.schema
    .alterTable('mailOutbox')
    .addColumn('unanswered', 'bigint', (column) => column.notNull().defaultTo(0))
    .execute();
}
