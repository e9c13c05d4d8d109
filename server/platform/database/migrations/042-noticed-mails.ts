import { type Kysely, sql } from 'kysely';

/** When the studio was notified of a mail that keeps failing. Those that failed six times were noticed then. */
export async function up(database: Kysely<unknown>): Promise<void> {
  await database.schema.alterTable('mailOutbox').addColumn('noticedAt', 'text').execute();
  await sql`update mailOutbox set noticedAt = createdAt where attempts >= 6`.execute(database);
}
