import type { Kysely } from 'kysely';

/** By which a change of the catalogue is told from another one with its number, after the database lost some. */
export async function up(database: Kysely<unknown>): Promise<void> {
  await database.schema.alterTable('catalogueChanges').addColumn('mark', 'bigint').execute();
}
