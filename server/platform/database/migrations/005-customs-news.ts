import type { Kysely } from 'kysely';

/** The accounts that are mailed when custom requests open. */
export async function up({ schema }: Kysely<unknown>): Promise<void> {
  await schema
    .alterTable('accounts')
    .addColumn('hasCustomsNews', 'integer', (column) => column.notNull().defaultTo(0))
    .execute();
}
