import type { Kysely } from 'kysely';

/** How many items one licence covers: in each version of its text, and as an item was bought. */
export async function up({ schema }: Kysely<unknown>): Promise<void> {
  for (const table of ['licenceTexts', 'orderItems']) {
    await schema
      .alterTable(table)
      .addColumn('licenceItems', 'integer', (column) => column.notNull().defaultTo(100))
      .execute();
  }
}
