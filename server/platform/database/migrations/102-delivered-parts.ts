import type { Kysely } from 'kysely';
import { columnTypes } from '../column-types.ts';

/** Which pictures and files a buyer was shown with a delivery, since the studio may change them afterwards. */
export async function up(database: Kysely<unknown>): Promise<void> {
  const { text } = columnTypes(database);
  await database.schema.alterTable('commissionMoves').addColumn('delivered', text).execute();
}
