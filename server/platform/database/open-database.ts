import type { Env } from '../env.ts';
import { StoreUnreachable } from '../files/file-store.ts';
import { openFileList } from '../files/open-files.ts';
import { assertNoneComing, DatabaseProblem, hasShopFiles } from './check-database.ts';
import { hasRows } from './copy-rows.ts';
import type { Database, Reader } from './open.ts';
import { openSqlite } from './sqlite.ts';

/** Marks a database in `unfinishedMoves` whose rows were restored, as long as their files were not. */
export const restoreMark = 'restore';

const movedInPart =
  'This database has only a part of the shop, because a move into it was interrupted. Run the same npm run move again; it continues.';
const restoredInPart =
  'This database has rows of a shop without its files, because a restore was interrupted. Make a new database and an empty DATA_DIR, and run npm run restore again.';

type Place = Pick<Env, 'bucket' | 'dataDir' | 'databaseUrl'>;

/**
 * Opens the shop's database and applies pending migrations: PostgreSQL where DATABASE_URL is set, otherwise
 * SQLite in DATA_DIR.
 * @throws DatabaseProblem also if it has only a part of a shop that is being moved or restored, or none of a shop whose
 * files are there
 */
export async function openDatabase(place: Place): Promise<Database> {
  const { dataDir, databaseUrl } = place;
  const database = await (databaseUrl === null ? openSqlite(dataDir) : openRemote(databaseUrl));
  try {
    await assertWhole(database.read, place);
    return database;
  } catch (error) {
    await database.close();
    throw error;
  }
}

async function assertWhole(read: Reader, place: Place): Promise<void> {
  const unfinished = await read.selectFrom('unfinishedMoves').select('shop').execute();
  if (unfinished.length > 0) {
    const isRestore = unfinished.some(({ shop }) => shop === restoreMark);
    throw new DatabaseProblem(isRestore ? restoredInPart : movedInPart);
  }
  if (await hasRows(read)) return;
  assertNoneComing(place.dataDir);
  const files = await shopFiles(place);
  // Another process may have begun the shop meanwhile.
  if (files === null || (await hasRows(read))) return;
  const setting = place.databaseUrl === null ? 'DATA_DIR' : 'DATABASE_URL';
  throw new DatabaseProblem(
    `The database of ${setting} is empty, but there are files of a shop in ${files}, and a new shop would delete them. Check ${setting}. If the database was lost, move ${place.dataDir} elsewhere and restore its newest backup: npm run restore -- ELSEWHERE/backups/NAME. A new shop needs a place of its own for files.`,
  );
}

/** Where there are files of a shop; null: nowhere. @throws DatabaseProblem if the bucket can't be asked */
async function shopFiles({ bucket, dataDir }: Place): Promise<string | null> {
  if (hasShopFiles(dataDir)) return dataDir;
  const list = (await openFileList({ bucket })).list();
  if (bucket === null || list === null) return null;
  const place = `the bucket ${bucket.bucket}`;
  try {
    for await (const _ of list) return place;
    return null;
  } catch (error) {
    if (!(error instanceof StoreUnreachable)) throw error;
    throw new DatabaseProblem(
      `The database is empty, and whether there are files of a shop in ${place} can’t be seen: ${error.reason}. Try again once FILES_URL can be used.`,
    );
  }
}

async function openRemote(databaseUrl: string): Promise<Database> {
  const { openPostgres } = await import('./postgres.ts');
  return openPostgres(databaseUrl);
}
