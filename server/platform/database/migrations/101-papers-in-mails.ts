import type { Kysely } from 'kysely';
import { columnTypes } from '../column-types.ts';

/** Whose receipt or credit note a mail carries. The version before sends it without. */
export async function up(database: Kysely<unknown>): Promise<void> {
  const { text } = columnTypes(database);
  await database.schema.alterTable('mailOutbox').addColumn('paperOf', text).execute();
}
