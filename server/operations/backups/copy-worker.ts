import { DatabaseSync } from 'node:sqlite';
import { parentPort, workerData } from 'node:worker_threads';
import type { Settings } from '../../platform/settings/settings.ts';
import { countRows } from './count-rows.ts';
import type { BackupSummary } from './manifest.ts';

const backupRun: keyof Settings = 'backupRun';

/** A thread of `makeBackup`: finishes the database's copy at `workerData` and posts its summary. */
parentPort?.postMessage(finish(String(workerData)));

/**
 * Switches the copy's journal mode, so that it needs no second file beside it, and removes the run that is making the
 * backup: a restored shop would report it as interrupted.
 */
function finish(path: string): Pick<BackupSummary, 'migration' | 'rows'> {
  const copy = new DatabaseSync(path);
  try {
    copy.exec('PRAGMA journal_mode = DELETE');
    copy.prepare('DELETE FROM settings WHERE key = ?').run(backupRun);
    const migration = copy.prepare('SELECT max(name) AS name FROM kysely_migration').get();
    return { migration: String(migration?.name), rows: countRows(copy) };
  } finally {
    copy.close();
  }
}
