import { setTimeout } from 'node:timers/promises';
import pg from 'pg';
import { DatabaseProblem } from './check-database.ts';
import { shopName } from './listen.ts';
import { startProblem } from './postgres.ts';

/** How often a server that restarts, or connections of a shop that has just stopped, are looked for, and how far apart. */
const maxAttempts = 10;
const pollMs = 200;

/** @throws DatabaseProblem if a shop is running on the PostgreSQL database at `url`, or if it can't be reached */
export async function assertUnused(url: string): Promise<void> {
  let failure: unknown;
  for (let attempt = 0; attempt < maxAttempts; attempt += 1) {
    try {
      if (!(await isUsed(url))) return;
      failure = undefined;
    } catch (error) {
      failure = error;
    }
    await setTimeout(pollMs);
  }
  if (failure !== undefined) throw startProblem(failure, url);
  const { host, pathname } = new URL(url);
  throw new DatabaseProblem(
    `A shop is running on the database ${pathname.slice(1)} at ${host}. Stop it first.`,
  );
}

async function isUsed(url: string): Promise<boolean> {
  const client = new pg.Client({
    connectionString: url,
    application_name: `${shopName} check`,
    connectionTimeoutMillis: 5_000,
  });
  client.on('error', () => {});
  try {
    await client.connect();
    const { rowCount } = await client.query(
      'SELECT FROM pg_stat_activity WHERE datname = current_database() AND application_name = $1',
      [shopName],
    );
    return rowCount !== 0;
  } finally {
    await client.end().catch(() => {});
  }
}
