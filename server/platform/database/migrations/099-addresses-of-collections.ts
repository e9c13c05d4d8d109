import type { Kysely } from 'kysely';
import { columnTypes } from '../column-types.ts';

/** The addresses that collections had, whose links go on to the present one. */
export async function up(database: Kysely<unknown>): Promise<void> {
  const { text } = columnTypes(database);
  await database.schema
    .alterTable('collections')
    .addColumn('formerSlugs', text, (column) => column.notNull().defaultTo('[]'))
    .execute();
}
