import type { Kysely } from 'kysely';
import { columnTypes } from '../column-types.ts';

/** By which PostgreSQL's writes tell whether a commit took effect whose answer was lost. */
export async function up(database: Kysely<unknown>): Promise<void> {
  const { text } = columnTypes(database);
  await database.schema
    .createTable('commits')
    .addColumn('id', text, (column) => column.primaryKey())
    .addColumn('isCommitted', 'bigint', (column) => column.notNull())
    .execute();
}
