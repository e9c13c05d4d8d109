import type { Kysely } from 'kysely';
import { columnTypes } from '../column-types.ts';

/** The name of the collection with whose price a design was bought. */
export async function up(database: Kysely<unknown>): Promise<void> {
  const { text } = columnTypes(database);
  await database.schema.alterTable('orderItems').addColumn('collectionName', text).execute();
}
