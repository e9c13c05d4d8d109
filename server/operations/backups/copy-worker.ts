import { DatabaseSync } from 'node:sqlite';
import { parentPort, workerData } from 'node:worker_threads';
import type { Settings } from '../../platform/settings/settings.ts';
import { countRows } from './count-rows.ts';
import type { BackupSummary } from './manifest.ts';

/** What is only true of the shop that is backed up. */
const ofThisShop: readonly (keyof Settings)[] = ['backupRun', 'backupPlaces', 'filesOwner'];

/** A thread of `makeBackup`: finishes the database's copy at `workerData` and posts its summary. */
parentPort?.postMessage(finish(String(workerData)));

/**
 * Switches the copy's journal mode, so that it needs no second file beside it, and removes what it says of backups and of
 * the bucket: a restored shop would take over the one that is being made, name machines that it doesn't have, and delete
 * files of a shop that still uses the bucket.
 */
function finish(path: string): Pick<BackupSummary, 'migration' | 'rows'> {
  const copy = new DatabaseSync(path);
  try {
    copy.exec('PRAGMA journal_mode = DELETE');
    const remove = copy.prepare('DELETE FROM settings WHERE key = ?');
    for (const key of ofThisShop) remove.run(key);
    const migration = copy.prepare('SELECT max(name) AS name FROM kysely_migration').get();
    return { migration: String(migration?.name), rows: countRows(copy) };
  } finally {
    copy.close();
  }
}
