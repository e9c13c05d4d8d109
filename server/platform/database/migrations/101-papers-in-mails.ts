import { type Kysely, sql } from 'kysely';
import { columnTypes, isPostgres } from '../column-types.ts';

/** Whose receipt or credit note a mail carries. The version before sends it without. */
export async function up(database: Kysely<unknown>): Promise<void> {
  if (isPostgres(database)) {
    // What this and the migrations up to 106 change, in a payment's order: otherwise they would wait for each other.
    await sql`lock table orders, "customRequests", "commissionMoves", accounts, "mailOutbox"`.execute(
      database,
    );
  }
  const { text } = columnTypes(database);
  await database.schema.alterTable('mailOutbox').addColumn('paperOf', text).execute();
}
