import type { Kysely } from 'kysely';
import { columnTypes } from '../column-types.ts';

/**
 * Marks a database that has only a part of a shop, because the shop is being moved into it; and an index by which
 * moves and backups read accounts in the order of their age.
 */
export async function up(database: Kysely<unknown>): Promise<void> {
  const { text } = columnTypes(database);
  await database.schema
    .createTable('unfinishedMoves')
    .addColumn('shop', text, (column) => column.notNull().primaryKey())
    .execute();
  await database.schema
    .createIndex('accountsByCreation')
    .on('accounts')
    .columns(['createdAt', 'id'])
    .execute();
}
