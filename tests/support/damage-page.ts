import { closeSync, openSync, writeSync } from 'node:fs';
import { DatabaseSync } from 'node:sqlite';

/** Overwrites the first page of a table or index in a database file, as a failing disk might. */
export function damagePage(file: string, name: string): void {
  const database = new DatabaseSync(file);
  database.exec('PRAGMA wal_checkpoint(TRUNCATE)');
  const page = Number(
    database.prepare('SELECT rootpage FROM sqlite_schema WHERE name = ?').get(name)?.rootpage,
  );
  const size = Number(database.prepare('PRAGMA page_size').get()?.page_size);
  database.close();
  const descriptor = openSync(file, 'r+');
  writeSync(descriptor, Buffer.alloc(size, 0xa5), 0, size, (page - 1) * size);
  closeSync(descriptor);
}
