import type { Kysely } from 'kysely';

/** The audit log's columns get the names that the code uses. */
export async function up(database: Kysely<unknown>): Promise<void> {
  const names = { who: 'actorId', what: 'action', target: 'subjectId' };
  for (const [before, after] of Object.entries(names)) {
    await database.schema.alterTable('auditLines').renameColumn(before, after).execute();
  }
}
