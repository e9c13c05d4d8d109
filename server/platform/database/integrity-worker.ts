import { DatabaseSync } from 'node:sqlite';
import { parentPort, workerData } from 'node:worker_threads';

/** A thread of `checkIntegrity`: posts what PRAGMA integrity_check finds in the database at `workerData`. */
parentPort?.postMessage(findProblems(String(workerData)));

/** Opens the database only while it checks. */
function findProblems(path: string): string[] {
  const database = new DatabaseSync(path);
  try {
    const found = database.prepare('PRAGMA integrity_check').all();
    return found.map((row) => String(row.integrity_check)).filter((line) => line !== 'ok');
  } finally {
    database.close();
  }
}
