import { setTimeout } from 'node:timers/promises';
import {
  HandleEmptyInListsPlugin,
  Kysely,
  PostgresDialect,
  type PostgresPoolClient,
  replaceWithNoncontingentExpression,
} from 'kysely';
import { type Migration, Migrator } from 'kysely/migration';
import pg from 'pg';
import { awayCodes } from './away-codes.ts';
import { anotherVersion, DatabaseProblem, isOfAnotherVersion } from './check-database.ts';
import { checkWritable } from './check-writable.ts';
import { copyRows } from './copy-rows.ts';
import { endsIfIdle } from './ends-if-idle.ts';
import { inThread } from './in-thread.ts';
import { listen, shopName } from './listen.ts';
import { migrations } from './migrations/migrations.ts';
import { newId } from './new-id.ts';
import { type Database, DatabaseAway, type Reader, type Transaction } from './open.ts';
import { catalogueChannel } from './record-catalogue-change.ts';
import { createSqliteCopy } from './sqlite.ts';
import { sendDirectly, statementName } from './statement.ts';
import type { Tables } from './tables.ts';
import { endTurn, TurnTaken, takeTurn } from './turn.ts';

/** The oldest server that is supported, as PostgreSQL numbers its versions. */
const oldestVersion = 15_00_00;

/** How long a statement or a write is tried again once the server is away, in milliseconds. */
const tryFor = 10_000;

/** The longest pause before another try, in milliseconds. Each pause is a random part of it. */
const longestPause = 400;

/** How long connecting may take, in milliseconds. */
const connectionTimeoutMillis = 5_000;

/** Milliseconds; the server ends what takes longer. Whatever it hasn't answered by then is lost: its host is away. */
const timeouts = {
  statement_timeout: 15_000,
  idle_in_transaction_session_timeout: 15_000,
  query_timeout: 20_000,
} as const;

/**
 * Opens the PostgreSQL database at `url`, such as `postgres://user:password@host/name`, and applies pending
 * migrations, once even if several shops start together. Writes are serialisable transactions, but for those of an
 * owner, which take turns: a rule that reads before it writes holds as it does with SQLite's one writer.
 * @throws DatabaseProblem if the server can't be reached or can't be used
 */
export async function openPostgres(
  url: string,
  known: Readonly<Record<string, Migration>> = migrations,
): Promise<Database> {
  const reading = createPool(url, {
    options: readOptions,
    onConnect: noteOnlyReads,
    keptFor: readsKept,
  });
  // What a write asks for at once is sent at once.
  const writing = createPool(url, { options: writeOptions, pipeline: true });
  // Where a connection was lost, one that was kept may be lost, too.
  const asking = createPool(url, { options: readOptions });
  const close = async () => {
    await Promise.all([reading, writing, asking].map((pool) => pool.end()));
  };
  const pools = { writing, asking };
  try {
    await untilReached(() => checkServer(writing));
    await untilReached(() => checkSessions(reading, writing));
    // A migration that didn't end left nothing.
    await untilReached(() => migrate(url, known));
  } catch (error) {
    await close();
    throw startProblem(error, url);
  }
  const inTurn = createTurns();
  return {
    read: kyselyOver((text, values) =>
      untilReached(() => readOnce(reading, queryOf(text, values))),
    ),
    write: (work, owner) =>
      owner === undefined
        ? write(pools, inTurn, work)
        : untilReached(() => inTurn(owner, () => transact(pools, work, ofOwner(owner)))),
    onCatalogueChange: (wake) => listen(url, catalogueChannel, wake),
    copyTo: (path) => inThread(new URL('./copy-worker.ts', import.meta.url), { url, path }),
    close,
  };
}

/**
 * Copies the database at `url` as it is now into a SQLite file, the one form of backups. SQLite blocks the thread, at
 * times for half a second, so it isn't the shop's.
 */
export async function copyToSqlite(url: string, path: string): Promise<void> {
  const pool = createPool(url, { options: readOptions });
  const client = await pool.connect();
  try {
    await client.query('BEGIN ISOLATION LEVEL REPEATABLE READ READ ONLY');
    const from = kyselyOver(over(client));
    await createSqliteCopy(path, (to) => copyRows(from, to));
  } finally {
    // Ends the transaction, too.
    client.release(true);
    await pool.end();
  }
}

/** Connections in use at once, for reads and for writes, so that neither waits for the other. */
const connections = 8;

/** How long a connection that nobody uses is kept by default, in milliseconds. One for writes may hold a lock. */
const shortlyKept = 10_000;

/** One for reads holds no lock, and its first search takes several times as long as the next. */
const readsKept = 600_000;

/** After a failover that cut no connection, none stays with the old server for longer. */
const maxLifetimeSeconds = 600;

/** Has a connection end about 10 s later if the server's machine is gone: before a query over it would. */
const keepAliveInitialDelayMillis = 5_000;

/** A serialisable transaction that reads a small table as a whole gets in the way of every write to it. */
const fewLocks = '-c enable_seqscan=off';

/** The pool's own limit would also end the wait for a free connection, which in a busy shop takes as long as it takes. */
class PooledClient extends pg.Client {
  constructor(config?: pg.ClientConfig) {
    super({ ...config, connectionTimeoutMillis });
  }
}

/** With less memory, a search that half a million texts match looks at ten times as many. */
const exactSearches = '-c work_mem=16MB';

/** The server's default is for disks with heads: with it, it reads large tables whole rather than by an index. */
const forSsds = '-c random_page_cost=1.1';

/** How PostgreSQL plans reads. */
export const readOptions = `${exactSearches} ${forSsds}`;
const writeOptions = `${fewLocks} ${forSsds}`;

function createPool(
  connectionString: string,
  {
    options,
    keptFor = shortlyKept,
    ...own
  }: Pick<pg.PoolConfig, 'options' | 'pipeline' | 'onConnect'> & { readonly keptFor?: number },
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
    ...timeouts,
    ...own,
    idleTimeoutMillis: keptFor,
    options: `${options} ${endsIfIdle(3 * keptFor)}`,
  });
  // A connection that breaks ends its statement, or the pool replaces it: nobody else needs to know.
  pool.on('connect', (client) => client.on('error', () => {}));
  pool.on('error', () => {});
  return pool;
}

/** Connections to a server that only reads, to which a proxy may lead for seconds after a failover. */
const onlyReads = new WeakSet<pg.ClientBase>();

async function noteOnlyReads(client: pg.ClientBase): Promise<void> {
  await checkWritable(kyselyOver(over(client))).catch(() => onlyReads.add(client));
}

/** Sends a query over a connection that is kept only if its server takes writes: another would fall behind. */
async function readOnce(pool: pg.Pool, query: pg.QueryConfig): Promise<pg.QueryResult> {
  const client = await pool.connect();
  let isKept = false;
  try {
    const result = await client.query(query);
    isKept = !onlyReads.has(client);
    return result;
  } finally {
    client.release(!isKept);
  }
}

/** 64-bit integers, and sums of them, as numbers. */
const types: pg.CustomTypesConfig = {
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

/** Sends a statement, as `pg` and Kysely both call it. */
type Send = (text: string, values: readonly unknown[]) => Promise<pg.QueryResult>;

const over =
  (client: pg.ClientBase): Send =>
  (text, values) =>
    client.query(queryOf(text, values));

/** With a name, so that its connection plans it once, if it was made by `statement`. */
function queryOf(text: string, values: readonly unknown[]): pg.QueryConfig {
  const name = statementName(text);
  return { text, values: [...values], ...(name !== undefined && { name }) };
}

/** A query builder whose statements go through `send`. */
function kyselyOver(send: Send): Reader {
  const client = { query: send as unknown as PostgresPoolClient['query'], release() {} };
  const pool = { connect: async () => client, end: async () => {}, options: {} };
  const builder = new Kysely<Tables>({
    dialect: new PostgresDialect({ pool }),
    // Unlike SQLite, it refuses an empty list.
    plugins: [new HandleEmptyInListsPlugin({ strategy: replaceWithNoncontingentExpression })],
  });
  return sendDirectly(builder, async (text, values) => (await send(text, values)).rows);
}

const builders = new WeakMap<pg.PoolClient, Transaction>();

/** The query builder of a connection. */
function builderOf(client: pg.PoolClient): Transaction {
  const made = builders.get(client) ?? kyselyOver(over(client));
  builders.set(client, made);
  return made;
}

/** Runs `work` after what was passed before in the same queue has ended. */
type InTurn = <T>(queue: string, work: () => Promise<T>) => Promise<T>;

function createTurns(): InTurn {
  const queues = new Map<string, Promise<unknown>>();
  return (queue, work) => {
    const result = (queues.get(queue) ?? Promise.resolve()).then(work);
    const ended = result
      .catch(() => {})
      .then(() => {
        if (queues.get(queue) === ended) queues.delete(queue);
      });
    queues.set(queue, ended);
    return result;
  };
}

interface Pools {
  /** Asks whether a write whose connection was lost took effect. */
  readonly asking: pg.Pool;
  readonly writing: pg.Pool;
}

/**
 * Runs `work` in a transaction until it is committed or fails for a reason of its own. `work` may run several
 * times; whatever happens to the connection, it takes effect once or not at all. Writes that got in each
 * other's way run one after the other, in all shops, so that each of a thousand uses of one coupon ends.
 */
function write<T>(pools: Pools, inTurn: InTurn, work: (tx: Transaction) => Promise<T>): Promise<T> {
  let isCrowded = false;
  return untilReached(async () => {
    try {
      return await (isCrowded
        ? inTurn('crowd', () => transact(pools, work, alone))
        : transact(pools, work, besideOthers));
    } catch (error) {
      isCrowded ||= isInTheWay(error);
      throw error;
    }
  });
}

/** How a transaction runs. */
interface Manner {
  /** Begins it. */
  readonly begin: string;
  /** Whether it waits until no other of its manner runs, in any shop. */
  readonly isAlone: boolean;
}

const serialisable = 'BEGIN ISOLATION LEVEL SERIALIZABLE';
const besideOthers: Manner = { begin: serialisable, isAlone: false };
const alone: Manner = { begin: serialisable, isAlone: true };

/**
 * Waits for the owner's other writes, of all shops, until they are committed; each statement sees what they did.
 * Serialisable transactions would get in each other's way although they touch nothing of each other:
 * PostgreSQL notes what they read by pages of an index, where rows of different owners are neighbours.
 */
function ofOwner(owner: string): Manner {
  const lock = `pg_advisory_xact_lock(hashtextextended(${pg.escapeLiteral(owner)}, 0))`;
  const begin = `BEGIN ISOLATION LEVEL READ COMMITTED; SELECT ${lock}`;
  return { begin, isAlone: false };
}

/** One attempt of `write`. */
async function transact<T>(
  { writing, asking }: Pools,
  work: (tx: Transaction) => Promise<T>,
  { begin, isAlone }: Manner,
): Promise<T> {
  const client = await writing.connect();
  let isUsable = false;
  try {
    if (isAlone) await takeTurn(client);
    // The first statement doesn't wait for it, and fails, too, if it does.
    const [begun, done] = await Promise.allSettled([client.query(begin), work(builderOf(client))]);
    if (begun.status === 'rejected') throw begun.reason;
    if (done.status === 'rejected') throw done.reason;
    await commit(client, asking);
    isUsable = true;
    return done.value;
  } catch (error) {
    if (!isLost(error)) isUsable = await succeeds(client.query('ROLLBACK'));
    throw error;
  } finally {
    // Closing the connection also rolls back, and ends the turn.
    const isFree = isUsable && (!isAlone || (await endTurn(client)));
    client.release(!isFree);
  }
}

function succeeds(work: Promise<unknown>): Promise<boolean> {
  return work.then(
    () => true,
    () => false,
  );
}

/**
 * Commits, together with a row in `commits` if the transaction changed anything. If the connection breaks meanwhile,
 * inserts the same row through one of `others`: either the transaction's own is there, so it took effect, or the new one
 * keeps it from ever doing so. The transaction's number wouldn't tell, because a server that crashed gives it out
 * again.
 */
async function commit(client: pg.PoolClient, others: pg.Pool): Promise<void> {
  const id = newId();
  try {
    await client.query(
      `INSERT INTO commits (id, "isCommitted")
        SELECT '${id}', 1 WHERE pg_current_xact_id_if_assigned() IS NOT NULL; COMMIT`,
    );
  } catch (error) {
    if (!isLost(error)) throw error;
    const { rows } = await untilReached(() =>
      others.query(
        `INSERT INTO commits AS known (id, "isCommitted") VALUES ($1, 0)
          ON CONFLICT (id) DO UPDATE SET "isCommitted" = known."isCommitted" RETURNING "isCommitted"`,
        [id],
      ),
    );
    if (rows[0].isCommitted === 0) throw error;
  }
}

/**
 * Repeats `attempt` while other writes are in its way, and for `tryFor` once the server is away. Throws any other
 * failure at once.
 * @throws DatabaseAway
 */
async function untilReached<T>(attempt: () => Promise<T>): Promise<T> {
  let endsAt: number | undefined;
  for (let pause = longestPause / 16; ; pause = Math.min(longestPause, pause * 2)) {
    try {
      return await attempt();
    } catch (error) {
      const now = performance.now();
      if (isInTheWay(error)) endsAt = undefined;
      else if (isLost(error)) endsAt ??= now + tryFor;
      else throw error;
      if (endsAt !== undefined && now >= endsAt) throw new DatabaseAway(error);
    }
    await setTimeout(Math.random() * pause);
  }
}

function codeOf(error: unknown): string {
  return String((error instanceof Error && Reflect.get(error, 'code')) || '');
}

/**
 * Whether other writes were in the way of a transaction, which can simply run again: serialisation failure, deadlock, or
 * a turn that hasn't come yet. One write may be alone for minutes, but no process that stopped keeps the turn.
 */
function isInTheWay(error: unknown): boolean {
  return error instanceof TurnTaken || ['40001', '40P01'].includes(codeOf(error));
}

/**
 * Whether the connection broke or none could be made, even because a container's name is unknown while it restarts;
 * Kysely's word for it is "discarded". A server that only reads counts too: another connection may reach the one that
 * writes. It refuses serialisable transactions as not supported (0A000), which is also what it says of a connection
 * whose prepared statement another version's migration has outdated.
 */
function isLost(error: unknown): boolean {
  if (!(error instanceof Error)) return false;
  const code = codeOf(error);
  if (awayCodes.test(code) || code === '0A000') return true;
  if (/^E(CONN|PIPE|TIMEDOUT|HOST|NET|NOTFOUND$|AI_AGAIN$)/.test(code)) return true;
  return /^(Connection terminated|Query read timeout|timeout expired|Client has encountered a connection error|Postgres connection has been discarded)/.test(
    error.message,
  );
}

/** Applies pending migrations, all or none. Shops that start together wait for the one that applies them. */
async function migrate(
  connectionString: string,
  known: Readonly<Record<string, Migration>>,
): Promise<void> {
  // Takes as long as it takes.
  const client = new pg.Client({
    connectionString,
    application_name: shopName,
    types,
    connectionTimeoutMillis,
  });
  client.on('error', () => {});
  try {
    await client.connect();
    const db = kyselyOver(over(client));
    const provider = { getMigrations: async () => ({ ...known }) };
    const { error } = await new Migrator({ db, provider }).migrateToLatest();
    if (error) throw error;
  } finally {
    await client.end();
  }
}

/** @throws DatabaseProblem if the shop can't work with this server */
async function checkServer(pool: pg.Pool): Promise<void> {
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
async function checkSessions(reading: pg.Pool, writing: pg.Pool): Promise<void> {
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
  throw new DatabaseProblem(
    'DATABASE_URL leads to a pooler that hands connections out by transaction, such as PgBouncer in that mode. The shop needs PostgreSQL itself, or a pooler that hands them out by session.',
  );
}

/** Says in one line, without the password, why the database can't be used. */
export function startProblem(failure: unknown, url: string): unknown {
  const error = failure instanceof DatabaseAway ? failure.cause : failure;
  if (error instanceof DatabaseProblem || !(error instanceof Error)) return error;
  const { host, pathname } = new URL(url);
  if (isOfAnotherVersion(error)) return anotherVersion(`${pathname.slice(1)} at ${host}`);
  const isOfServer = codeOf(error) !== '' || isLost(error);
  if (!isOfServer) return error;
  const why = error.message.replaceAll(/\s+/g, ' ') || codeOf(error);
  return new DatabaseProblem(
    `The database ${pathname.slice(1)} at ${host} (DATABASE_URL) can’t be used: ${why}`,
  );
}
