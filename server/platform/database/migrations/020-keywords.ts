import type { Kysely } from 'kysely';

/** The words that designs are searched by besides their titles. */
export async function up({ schema }: Kysely<unknown>): Promise<void> {
  await schema
    .alterTable('products')
    .addColumn('keywords', 'text', (column) =>
      column.notNull().defaultTo('{"motif":[],"occasion":[],"style":[],"color":[]}'),
    )
    .execute();
}
