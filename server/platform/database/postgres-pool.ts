import pg from 'pg';
import { shopName } from './listen.ts';
import type { Patience } from './patience.ts';
import { isLost } from './postgres-failures.ts';
import type { Reach } from './reach.ts';
import { endsIfIdle, type SessionSettings, setUpSession } from './session.ts';

/** How long connecting may take, in milliseconds. */
export const connectionTimeoutMillis = 5_000;

/** The server ends what takes longer. Waiting for a lock has no limit of its own, whatever the server is set to. */
const timeouts = {
  statement_timeout: '15s',
  lock_timeout: '0',
  idle_in_transaction_session_timeout: '15s',
} as const;

/** Whatever the server hasn't answered by then is lost: its host is away. In milliseconds. */
const queryTimeoutMillis = 20_000;

/** Connections in use at once, for reads and for writes, so that neither waits for the other. */
const connections = 8;

/** How long a connection that nobody uses is kept by default, in milliseconds. One for writes may hold a lock. */
const shortlyKept = 10_000;

/** One for reads holds no lock, and its first search takes several times as long as the next. */
export const readsKept = 600_000;

/** After a failover that cut no connection, none stays with the old server for longer. */
const maxLifetimeSeconds = 600;

/** Has a connection end about 10 s later if the server's machine is gone: before a query over it would. */
const keepAliveInitialDelayMillis = 5_000;

/** A serialisable transaction that reads a small table as a whole gets in the way of every write to it. */
const fewLocks = { enable_seqscan: 'off' };

/** The pool's own limit would also end the wait for a free connection, which in a busy shop takes as long as it takes. */
class PooledClient extends pg.Client {
  constructor(config?: pg.ClientConfig) {
    super({ ...config, connectionTimeoutMillis });
  }
}

/** With less memory, a search that half a million texts match looks at ten times as many. */
const exactSearches = { work_mem: '16MB' };

/** The server's default is for disks with heads: with it, it reads large tables whole rather than by an index. */
const forSsds = { random_page_cost: '1.1' };

/** The server may be set up to keep quiet about a commit that isn't on its standby. */
const warnings = { client_min_messages: 'warning' };

/** How PostgreSQL plans reads. */
export const readSettings: SessionSettings = { ...exactSearches, ...forSsds };
export const writeSettings: SessionSettings = { ...fewLocks, ...forSsds };

export function createPool(
  connectionString: string,
  settings: SessionSettings,
  {
    keptFor = shortlyKept,
    ...own
  }: Pick<pg.PoolConfig, 'pipeline'> & { readonly keptFor?: number } = {},
): pg.Pool {
  const pool = new pg.Pool({
    connectionString,
    application_name: shopName,
    types,
    max: connections,
    maxLifetimeSeconds,
    keepAlive: true,
    keepAliveInitialDelayMillis,
    Client: PooledClient,
    query_timeout: queryTimeoutMillis,
    ...own,
    idleTimeoutMillis: keptFor,
    onConnect: (client) =>
      setUpSession(client, { ...timeouts, ...warnings, ...settings, ...endsIfIdle(3 * keptFor) }),
  });
  // A connection that breaks ends its statement, or the pool replaces it: nobody else needs to know.
  pool.on('connect', (client) => client.on('error', () => {}));
  pool.on('error', () => {});
  return pool;
}

/** Gets a connection, even if all are in use now. @throws DatabaseUnavailable */
export async function connect(
  pool: pg.Pool,
  reach: Reach,
  patience: Patience,
): Promise<pg.PoolClient> {
  const connecting = pool.connect();
  try {
    return await reach.waitFor(connecting, patience);
  } catch (error) {
    if (isLost(error)) reach.lost();
    connecting.then(
      (client) => client.release(),
      () => {},
    );
    throw error;
  }
}

/** 64-bit integers, and sums of them, as numbers. */
export const types: pg.CustomTypesConfig = {
  getTypeParser(id, format) {
    const { INT8, NUMERIC } = pg.types.builtins;
    return id === INT8 || id === NUMERIC ? exactNumber : pg.types.getTypeParser(id, format);
  },
};

function exactNumber(text: string): number {
  const number = Number(text);
  if (!Number.isSafeInteger(number)) throw new RangeError(`${text} isn't an exact number.`);
  return number;
}
