import { type Kysely, sql } from 'kysely';
import { columnTypes } from '../column-types.ts';

/**
 * Designs that are drawn for a custom request, one for each. They don't refer to it, since they must stay private when it
 * is deleted.
 */
export async function up(database: Kysely<unknown>): Promise<void> {
  const { schema } = database;
  const { text } = columnTypes(database);
  await schema.alterTable('products').addColumn('commissionId', text).execute();
  await sql`create unique index "productsByCommission" on products ("commissionId")
    where "commissionId" is not null`.execute(database);
}
