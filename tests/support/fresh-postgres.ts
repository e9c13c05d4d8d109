import { beforeEach } from 'vitest';
import type { Database, Transaction } from '#server/platform/database/open.ts';
import { openPostgres } from '#server/platform/database/postgres.ts';
import { atEndOfFile } from './at-end-of-file.ts';
import { newPostgres } from './open-new-database.ts';

/** A migrated PostgreSQL database for each test of the file that calls this. */
export function freshPostgres() {
  let url = '';
  beforeEach(async () => {
    url = await newPostgres('migrated');
  });
  return {
    /** Of this test's database. */
    url: () => url,
    /** Opens it, or the one at `address`; closes it after the file's last test. */
    async open(address = url): Promise<Database> {
      const database = await openPostgres(address);
      atEndOfFile(() => database.close());
      return database;
    },
  };
}

/** Adds one to a number in the settings, reading it first, and returns it. */
export async function countUp(tx: Transaction, key = 'count'): Promise<number> {
  const row = await tx
    .selectFrom('settings')
    .select('value')
    .where('key', '=', key)
    .executeTakeFirst();
  const value = Number(row?.value ?? 0) + 1;
  await tx
    .insertInto('settings')
    .values({ key, value: String(value), updatedAt: '' })
    .onConflict((conflict) => conflict.column('key').doUpdateSet({ value: String(value) }))
    .execute();
  return value;
}
