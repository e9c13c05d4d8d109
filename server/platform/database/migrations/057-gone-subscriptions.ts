import type { Kysely } from 'kysely';
import { columnTypes } from '../column-types.ts';

/** Since when a browser's push service knows its subscription no longer. Those that ended before weren't kept. */
export async function up(database: Kysely<unknown>): Promise<void> {
  const { text } = columnTypes(database);
  for (const devices of ['pushDevices', 'staffPushDevices']) {
    await database.schema.alterTable(devices).addColumn('goneAt', text).execute();
  }
}
