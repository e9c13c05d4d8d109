import { type Kysely, sql } from 'kysely';

/** For the figures of a range of days. */
export async function up(database: Kysely<unknown>): Promise<void> {
  await sql`create index "commissionMovesByTime" on "commissionMoves" (move, "movedAt")`.execute(
    database,
  );
}
