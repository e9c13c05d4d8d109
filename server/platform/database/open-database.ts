import type { Env } from '../env.ts';
import type { Database } from './open.ts';
import { openSqlite } from './sqlite.ts';

/**
 * Opens the shop's database and applies pending migrations: PostgreSQL where DATABASE_URL is set, otherwise
 * SQLite in DATA_DIR.
 * @throws DatabaseProblem
 */
export async function openDatabase({
  dataDir,
  databaseUrl,
}: Pick<Env, 'dataDir' | 'databaseUrl'>): Promise<Database> {
  if (databaseUrl === null) return openSqlite(dataDir);
  const { openPostgres } = await import('./postgres.ts');
  return openPostgres(databaseUrl);
}
