import type { Kysely } from 'kysely';
import { columnTypes } from '../column-types.ts';

/** The main colours of each picture; null until they are computed. */
export async function up(database: Kysely<unknown>): Promise<void> {
  const { text } = columnTypes(database);
  await database.schema.alterTable('productImages').addColumn('swatches', text).execute();
  await database.schema
    .createIndex('productImagesBySwatches')
    .on('productImages')
    .column('swatches')
    .execute();
}
