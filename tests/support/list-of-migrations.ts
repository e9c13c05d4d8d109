import { sql } from 'kysely';
import { lastBeforeBaseline } from '#server/platform/database/adopt-baseline.ts';
import type { Database } from '#server/platform/database/open.ts';

/** The names of the migrations that the database says it has. */
export async function listOf({ read }: Database): Promise<string[]> {
  const { rows } = await sql<{
    name: string;
  }>`select name from kysely_migration order by name`.execute(read);
  return rows.map(({ name }) => name);
}

/** Makes the list that of a version before the baseline. */
export async function listUpTo(database: Database, last = lastBeforeBaseline): Promise<void> {
  await database.write(async (tx) => {
    await sql`delete from kysely_migration`.execute(tx);
    for (const name of ['001-baseline', '103-threads', last]) {
      await sql`insert into kysely_migration (name, timestamp) values (${name}, '2026')
        on conflict do nothing`.execute(tx);
    }
  });
}
