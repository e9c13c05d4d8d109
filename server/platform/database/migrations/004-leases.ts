import { type Kysely, sql } from 'kysely';
import { columnTypes } from '../column-types.ts';

/** Leases of background work, so that one of several processes does it. */
export async function up(database: Kysely<unknown>): Promise<void> {
  const { schema } = database;
  const { text } = columnTypes(database);
  await schema
    .createTable('leases')
    .addColumn('name', text, (column) => column.primaryKey())
    .addColumn('holder', text, (column) => column.notNull())
    .addColumn('expiresAt', text, (column) => column.notNull())
    .execute();
  await schema.alterTable('designWork').addColumn('heldBy', text).execute();
  await schema.alterTable('designWork').addColumn('heldUntil', text).execute();
  await sql`UPDATE "designWork" SET state = 'waiting' WHERE state = 'working'`.execute(database);
}
