import type { Env } from '../env.ts';
import { DatabaseProblem } from './check-database.ts';
import type { Database } from './open.ts';
import { openSqlite } from './sqlite.ts';

/**
 * Opens the shop's database and applies pending migrations: PostgreSQL where DATABASE_URL is set, otherwise
 * SQLite in DATA_DIR.
 * @throws DatabaseProblem also if it has only a part of a shop that is being moved
 */
export async function openDatabase({
  dataDir,
  databaseUrl,
}: Pick<Env, 'dataDir' | 'databaseUrl'>): Promise<Database> {
  const database = await (databaseUrl === null ? openSqlite(dataDir) : openRemote(databaseUrl));
  const unfinished = await database.read.selectFrom('unfinishedMoves').select('shop').execute();
  if (unfinished.length === 0) return database;
  await database.close();
  throw new DatabaseProblem(
    'This database has only a part of the shop, because a move into it was interrupted. Run the same npm run move again; it continues.',
  );
}

async function openRemote(databaseUrl: string): Promise<Database> {
  const { openPostgres } = await import('./postgres.ts');
  return openPostgres(databaseUrl);
}
