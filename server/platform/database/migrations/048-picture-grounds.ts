import type { Kysely } from 'kysely';

/** What is behind a cut-out in a picture's previews. Those made before are on white. */
export async function up(database: Kysely<unknown>): Promise<void> {
  await database.schema
    .alterTable('productImages')
    .addColumn('ground', 'text', (column) => column.notNull().defaultTo('white'))
    .execute();
}
