import { sql } from 'kysely';
import type { Migration } from 'kysely/migration';
import { lastBeforeBaseline } from '#server/platform/database/adopt-baseline.ts';
import { migrations } from '#server/platform/database/migrations/migrations.ts';
import type { Database } from '#server/platform/database/open.ts';

/** The names of the migrations that the database says it has. */
export async function listOf({ read }: Database): Promise<string[]> {
  const { rows } = await sql<{
    name: string;
  }>`select name from kysely_migration order by name`.execute(read);
  return rows.map(({ name }) => name);
}

/** Opens a new database as a version before the baseline left it, with one setting and the migrations up to `last`. */
export async function openOlder(
  open: (known: Readonly<Record<string, Migration>>) => Promise<Database>,
  last = lastBeforeBaseline,
): Promise<Database> {
  const baseline = Object.entries(migrations).slice(0, 1);
  const database = await open(Object.fromEntries(baseline));
  await database.write(async (tx) => {
    await tx
      .insertInto('settings')
      .values({ key: 'signingKey', value: '"ab"', updatedAt: '2026' })
      .execute();
    await sql`delete from kysely_migration`.execute(tx);
    for (const name of ['001-baseline', '103-threads', last]) {
      await sql`insert into kysely_migration (name, timestamp) values (${name}, '2026')`.execute(
        tx,
      );
    }
  });
  return database;
}
