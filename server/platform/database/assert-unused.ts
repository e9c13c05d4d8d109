import { setTimeout } from 'node:timers/promises';
import pg from 'pg';
import { DatabaseProblem } from './check-database.ts';
import { shopName } from './listen.ts';
import { startProblem } from './postgres.ts';

/** How often connections of a shop that has just stopped are looked for again, and how long apart, in milliseconds. */
const looks = 10;
const lookMs = 200;

/** @throws DatabaseProblem if a shop is running on the PostgreSQL database at `url`, or if it can't be reached */
export async function assertUnused(url: string): Promise<void> {
  const client = new pg.Client({
    connectionString: url,
    application_name: `${shopName} check`,
    connectionTimeoutMillis: 5_000,
  });
  try {
    await client.connect();
    for (let look = 0; look < looks; look += 1) {
      const { rowCount } = await client.query(
        'SELECT FROM pg_stat_activity WHERE datname = current_database() AND application_name = $1',
        [shopName],
      );
      if (rowCount === 0) return;
      await setTimeout(lookMs);
    }
  } catch (error) {
    throw startProblem(error, url);
  } finally {
    await client.end().catch(() => {});
  }
  const { host, pathname } = new URL(url);
  throw new DatabaseProblem(
    `A shop is running on the database ${pathname.slice(1)} at ${host}. Stop it first.`,
  );
}
