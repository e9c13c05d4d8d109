import type { Kysely } from 'kysely';
import { columnTypes } from '../column-types.ts';

/** How a buyer looked at a design of the cart or the wishlist on the cloth bench. */
export async function up(database: Kysely<unknown>): Promise<void> {
  const { text } = columnTypes(database);
  for (const table of ['cartLines', 'wishlistLines', 'cartRemovals']) {
    await database.schema.alterTable(table).addColumn('view', text).execute();
  }
}
