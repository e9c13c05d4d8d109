import type { Kysely } from 'kysely';

/** Who is mailed when customs open. */
export async function up({ schema }: Kysely<unknown>): Promise<void> {
  await schema
    .alterTable('accounts')
    .addColumn('hasCustomsNews', 'integer', (column) => column.notNull().defaultTo(0))
    .execute();
}
