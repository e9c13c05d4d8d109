import { rm } from 'node:fs/promises';
import { join } from 'node:path';
import { sql } from 'kysely';
import { CommandError } from '../../platform/command-error.ts';
import { copyRows, hasRows } from '../../platform/database/copy-rows.ts';
import type { Reader, Transaction } from '../../platform/database/open.ts';
import { restoreMark } from '../../platform/database/open-database.ts';
import { openPostgres } from '../../platform/database/postgres.ts';
import { databaseFile, openSqlite } from '../../platform/database/sqlite.ts';
import { compareRows } from '../compare-rows.ts';
import type { OnProgress } from '../progress.ts';

/**
 * Moves the rows of a restored SQLite database into an empty PostgreSQL database, all or none, compares them, and lets
 * no shop start there until `moveFiles` has ended.
 * @throws CommandError if there are rows, or if those copied differ; DatabaseProblem if it can't be used
 */
export async function restoreRows(
  folder: string,
  databaseUrl: string,
  moveFiles: () => Promise<void>,
  onProgress: OnProgress,
): Promise<void> {
  const to = await openPostgres(databaseUrl);
  try {
    const from = await openSqlite(folder);
    try {
      await to.write(async (tx) => {
        // Reading and comparing a large table of the backup leaves this transaction idle.
        await sql`SET LOCAL idle_in_transaction_session_timeout = 0`.execute(tx);
        await assertEmpty(tx);
        // A move may have been killed before it copied a row.
        await tx.deleteFrom('unfinishedMoves').execute();
        await tx.insertInto('unfinishedMoves').values({ shop: restoreMark }).execute();
        await copyRows(from.read, tx);
        await assertSame(from.read, tx, onProgress);
      });
    } finally {
      await from.close();
    }
    await rm(join(folder, databaseFile));
    await moveFiles();
    await to.write((tx) => tx.deleteFrom('unfinishedMoves').execute());
  } finally {
    await to.close();
  }
}

async function assertEmpty(tx: Transaction): Promise<void> {
  if (!(await hasRows(tx))) return;
  throw new CommandError(
    'The database of DATABASE_URL is not empty, and restoring never overwrites data. Stop the shop and make a new database.',
  );
}

async function assertSame(from: Reader, to: Transaction, onProgress: OnProgress): Promise<void> {
  const { different } = await compareRows(from, to, onProgress);
  if (different.length === 0) return;
  throw new CommandError(
    `The rows in the database of DATABASE_URL are not those of the backup. Nothing was restored. Make a new database, which nothing else changes, and restore again.\n${different.join('\n')}`,
  );
}
