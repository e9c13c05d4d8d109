import { type Kysely, sql } from 'kysely';
import { isPostgres } from '../column-types.ts';

/** On PostgreSQL, a search for the orders of some days reads the texts of those days, instead of all that match. */
export async function up(database: Kysely<unknown>): Promise<void> {
  if (!isPostgres(database)) return;
  await sql`create index "orderTextsByAge" on "orderTexts" ("createdAt", id)`.execute(database);
}
