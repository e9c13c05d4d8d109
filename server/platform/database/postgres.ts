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
import { anotherVersion, DatabaseProblem, isOfAnotherVersion } from './check-database.ts';
import { checkServer, checkSessions } from './check-postgres.ts';
import { checkWritable } from './check-writable.ts';
import { copyRows } from './copy-rows.ts';
import { inThread } from './in-thread.ts';
import { listen, shopName } from './listen.ts';
import { migrations } from './migrations/migrations.ts';
import { newId } from './new-id.ts';
import { type Database, DatabaseAway, type Reader, type Transaction } from './open.ts';
import { codeOf, isInTheWay, isLost } from './postgres-failures.ts';
import {
  connectionTimeoutMillis,
  createPool,
  readOptions,
  readsKept,
  types,
  writeOptions,
} from './postgres-pool.ts';
import { catalogueChannel } from './record-catalogue-change.ts';
import { createSqliteCopy } from './sqlite.ts';
import { sendDirectly, statementName } from './statement.ts';
import type { Tables } from './tables.ts';
import { endTurn, takeTurn } from './turn.ts';

/** How long a statement or a write is tried again once the server is away, in milliseconds. */
const tryFor = 10_000;

/** The longest pause before another try, in milliseconds. Each pause is a random part of it. */
const longestPause = 400;

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
  const serialize = createKeyedQueue();
  return {
    read: kyselyOver((text, values) =>
      untilReached(() => readOnce(reading, queryOf(text, values))),
    ),
    write: (work, owner) =>
      owner === undefined
        ? write(pools, serialize, work)
        : untilReached(() => serialize(owner, () => transact(pools, work, ofOwner(owner)))),
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
type KeyedQueue = <T>(queue: string, work: () => Promise<T>) => Promise<T>;

function createKeyedQueue(): KeyedQueue {
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
function write<T>(
  pools: Pools,
  serialize: KeyedQueue,
  work: (tx: Transaction) => Promise<T>,
): Promise<T> {
  let isCrowded = false;
  return untilReached(async () => {
    try {
      return await (isCrowded
        ? serialize('crowd', () => transact(pools, work, alone))
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
