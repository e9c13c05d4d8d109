import type pg from 'pg';
import { DatabaseProblem } from './check-database.ts';

/** Settings of a session by their names, in any form that PostgreSQL takes. */
export type SessionSettings = Readonly<Record<string, string>>;

/** How long each step of setting up a session may take, in milliseconds. */
const soon = { query_timeout: 5_000 };

const bySession =
  'The shop needs PostgreSQL itself, or a pooler that hands connections out by session.';

/** For a pooler that gives each transaction another session. */
export function poolsTransactions(): DatabaseProblem {
  return new DatabaseProblem(
    `DATABASE_URL leads to a pooler that hands connections out by transaction, such as PgBouncer in that mode. ${bySession}`,
  );
}

/** A session of the server; numbers alone are used again. */
interface Session {
  readonly pid: number;
  readonly startedAt: string;
  readonly onlyReads: boolean;
}

const sessions = new WeakMap<pg.ClientBase, Session>();

/** The server may stop the session if its shop stops, even with a lock: once it is idle for longer than the shop leaves it, or once the shop's machine is gone. */
export function endsIfIdle(milliseconds: number): SessionSettings {
  return {
    idle_session_timeout: String(milliseconds),
    tcp_keepalives_idle: '10',
    tcp_keepalives_interval: '10',
    tcp_keepalives_count: '3',
  };
}

/**
 * Makes the settings of a new connection's session. They don't go with the connection itself, because poolers refuse or
 * ignore them there.
 * @throws DatabaseProblem if they aren't in force afterwards
 */
export async function setUpSession(
  client: pg.ClientBase,
  settings: SessionSettings,
): Promise<void> {
  const names = Object.keys(settings);
  const made = await client.query({
    text: `SELECT name, set_config(name, value, false) AS value
      FROM unnest($1::text[], $2::text[]) AS wanted (name, value)`,
    values: [names, Object.values(settings)],
    ...soon,
  });
  const { rows } = await client.query({
    text: `SELECT name, current_setting(name) AS value, pid, backend_start::text AS "startedAt",
        current_setting('transaction_read_only')::boolean AS "onlyReads"
      FROM unnest($1::text[]) AS wanted (name), pg_stat_activity WHERE pid = pg_backend_pid()`,
    values: [names],
    ...soon,
  });
  for (const { name, value } of made.rows) {
    const found = rows.find((row) => row.name === name)?.value;
    if (found !== value) throw notInForce(name, value, found);
  }
  const { pid, startedAt, onlyReads } = rows[0];
  sessions.set(client, { pid, startedAt, onlyReads });
}

function notInForce(name: string, wanted: string, found = 'nothing'): DatabaseProblem {
  return new DatabaseProblem(
    `DATABASE_URL leads to a pooler that doesn’t keep the settings of a session: ${name} was set to ${wanted} and is ${found}. ${bySession}`,
  );
}

/** Whether the connection's server only read when it was made, as a standby does. */
export function onlyReads(client: pg.ClientBase): boolean {
  return sessions.get(client)?.onlyReads ?? false;
}

/** Ends a connection's session over another connection, even while it waits for something. */
export async function endSession(client: pg.ClientBase, others: pg.Pool): Promise<void> {
  const session = sessions.get(client);
  if (!session) return;
  // After a failover, another server may have given the number to somebody else.
  await others.query(
    `SELECT pg_terminate_backend(pid) FROM pg_stat_activity
      WHERE pid = $1 AND backend_start = $2::timestamptz`,
    [session.pid, session.startedAt],
  );
}
