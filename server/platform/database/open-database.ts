import type { Env } from '../env.ts';
import { assertNoneComing, DatabaseProblem } from './check-database.ts';
import { hasRows } from './copy-rows.ts';
import type { Database, Reader } from './open.ts';
import { openSqlite } from './sqlite.ts';

/** Marks a database in `unfinishedMoves` whose rows were restored, as long as their files were not. */
export const restoreMark = 'restore';

const movedInPart =
  'This database has only a part of the shop, because a move into it was interrupted. Run the same npm run move again; it continues.';
const restoredInPart =
  'This database has rows of a shop without its files, because a restore was interrupted. Make a new database and an empty DATA_DIR, and run npm run restore again.';

/**
 * Opens the shop's database and applies pending migrations: PostgreSQL where DATABASE_URL is set, otherwise
 * SQLite in DATA_DIR.
 * @throws DatabaseProblem also if it has only a part of a shop that is being moved or restored, or none of it yet
 */
export async function openDatabase({
  dataDir,
  databaseUrl,
}: Pick<Env, 'dataDir' | 'databaseUrl'>): Promise<Database> {
  const database = await (databaseUrl === null ? openSqlite(dataDir) : openRemote(databaseUrl));
  try {
    await assertWhole(database.read, dataDir);
    return database;
  } catch (error) {
    await database.close();
    throw error;
  }
}

async function assertWhole(read: Reader, dataDir: string): Promise<void> {
  const unfinished = await read.selectFrom('unfinishedMoves').select('shop').execute();
  if (unfinished.length > 0) {
    const isRestore = unfinished.some(({ shop }) => shop === restoreMark);
    throw new DatabaseProblem(isRestore ? restoredInPart : movedInPart);
  }
  if (!(await hasRows(read))) assertNoneComing(dataDir);
}

async function openRemote(databaseUrl: string): Promise<Database> {
  const { openPostgres } = await import('./postgres.ts');
  return openPostgres(databaseUrl);
}
