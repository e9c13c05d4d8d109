import { DatabaseSync } from 'node:sqlite';
import { parentPort, workerData } from 'node:worker_threads';
import { countRows } from './count-rows.ts';
import type { BackupSummary } from './manifest.ts';

/** A thread of `makeBackup`: posts the summary of the database's copy at `workerData`. */
parentPort?.postMessage(look(String(workerData)));

/** Switches the copy's journal mode, too, so that it needs no second file beside it. */
function look(path: string): Pick<BackupSummary, 'migration' | 'rows'> {
  const copy = new DatabaseSync(path);
  try {
    copy.exec('PRAGMA journal_mode = DELETE');
    const migration = copy.prepare('SELECT max(name) AS name FROM kysely_migration').get();
    return { migration: String(migration?.name), rows: countRows(copy) };
  } finally {
    copy.close();
  }
}
