import type { Kysely } from 'kysely';

/** What designs are searched by beside their titles. */
export async function up({ schema }: Kysely<unknown>): Promise<void> {
  await schema
    .alterTable('products')
    .addColumn('keywords', 'text', (column) =>
      column.notNull().defaultTo('{"motif":[],"occasion":[],"style":[],"color":[]}'),
    )
    .execute();
}
