import { type Kysely, sql } from 'kysely';
import { DEFAULT_MIGRATION_TABLE, type Migration } from 'kysely/migration';
import { DatabaseProblem } from './check-database.ts';

/** The last migration before version 1.0.0. What its database has, the baseline creates. */
export const lastBeforeBaseline = '108-closed-months';

/** The version that brings older databases to that migration. */
export const versionBeforeBaseline = '1.0.0-rc.1 (git checkout 018b0a1f)';

type Migrations = Readonly<Record<string, Migration>>;

/**
 * Whether a database to which these were applied is as the baseline creates it, but has the list of the migrations that
 * became the baseline.
 * @throws DatabaseProblem if it lacks some of them
 */
export function isBeforeBaseline(applied: readonly string[], migrations: Migrations): boolean {
  const last = applied.toSorted().at(-1);
  if (last === undefined || hasBaseline(applied, migrations)) return false;
  if (last >= lastBeforeBaseline) return last === lastBeforeBaseline;
  throw new DatabaseProblem(
    `This database is of an early version of the shop (${last}). Start the shop once with version ${versionBeforeBaseline}, then with this one.`,
  );
}

export function hasBaseline(applied: readonly string[], migrations: Migrations): boolean {
  return applied.includes(baselineOf(migrations));
}

/** Puts the baseline's name in the place of the migrations that became it. */
export async function adoptBaseline(
  tx: Pick<Kysely<unknown>, 'getExecutor'>,
  migrations: Migrations,
): Promise<void> {
  const list = sql.table(DEFAULT_MIGRATION_TABLE);
  await sql`delete from ${list}`.execute(tx);
  await sql`insert into ${list} (name, timestamp)
    values (${baselineOf(migrations)}, ${new Date().toISOString()})`.execute(tx);
}

function baselineOf(migrations: Migrations): string {
  return Object.keys(migrations)[0] ?? '';
}
