import type pg from 'pg';
import { DatabaseProblem } from './check-database.ts';
import { poolsTransactions } from './session.ts';

/** The oldest server that is supported, as PostgreSQL numbers its versions. */
const oldestVersion = 15_00_00;

/** @throws DatabaseProblem if the shop can't work with this server */
export async function checkServer(pool: pg.Pool): Promise<void> {
  const { rows } = await pool.query(`
    SELECT current_setting('server_version_num')::integer AS number, current_setting('server_version') AS version,
      current_setting('server_encoding') AS encoding,
      EXISTS (SELECT FROM pg_collation WHERE collname = 'und-x-icu') AS "hasIcu"`);
  const [{ number, version, encoding, hasIcu }] = rows;
  if (number < oldestVersion) {
    throw new DatabaseProblem(`PostgreSQL ${version} is too old: 15 or later is needed.`);
  }
  if (encoding !== 'UTF8') {
    throw new DatabaseProblem(
      `The database of DATABASE_URL has the encoding ${encoding}; create it again with ENCODING 'UTF8'.`,
    );
  }
  if (!hasIcu) {
    throw new DatabaseProblem('This PostgreSQL was built without ICU, which searches need.');
  }
}

/**
 * Asks two connections, twice each and in an order that no pooler follows, which session they have. Each has its own,
 * unless a pooler gives them one for each transaction.
 * @throws DatabaseProblem because locks, prepared statements and notices wouldn't work
 */
export async function checkSessions(reading: pg.Pool, writing: pg.Pool): Promise<void> {
  const both = await Promise.allSettled([reading.connect(), writing.connect()]);
  const sessions: number[] = [];
  try {
    const [one, other] = both;
    if (one.status === 'rejected') throw one.reason;
    if (other.status === 'rejected') throw other.reason;
    for (const { value: client } of [one, other, other, one]) {
      const { rows } = await client.query('SELECT pg_backend_pid() AS session');
      sessions.push(rows[0].session);
    }
  } finally {
    for (const connected of both) if (connected.status === 'fulfilled') connected.value.release();
  }
  const [first, second, ...again] = sessions;
  if (first !== second && first === again[1] && second === again[0]) return;
  throw poolsTransactions();
}
