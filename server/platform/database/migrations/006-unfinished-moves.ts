import type { Kysely } from 'kysely';
import { columnTypes } from '../column-types.ts';

/** Marks a database that has only a part of a shop, because the shop is being moved into it. */
export async function up(database: Kysely<unknown>): Promise<void> {
  const { text } = columnTypes(database);
  await database.schema
    .createTable('unfinishedMoves')
    .addColumn('shop', text, (column) => column.notNull().primaryKey())
    .execute();
}
