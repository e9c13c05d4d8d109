import type { Kysely } from 'kysely';
import { columnTypes } from '../column-types.ts';
import { ownedBy } from '../table-parts.ts';

/** The goods that buyers count for their licences. */
export async function up(database: Kysely<unknown>): Promise<void> {
  const { text } = columnTypes(database);
  await database.schema
    .createTable('licenceCounts')
    .addColumn('orderItemId', text, ownedBy('orderItems.id'))
    .addColumn('opId', text, (column) => column.notNull())
    .addColumn('delta', 'bigint', (column) => column.notNull())
    .addColumn('countedAt', text, (column) => column.notNull())
    .addColumn('storedAt', text, (column) => column.notNull())
    .addPrimaryKeyConstraint('licenceCountsKey', ['orderItemId', 'opId'])
    .execute();
}
