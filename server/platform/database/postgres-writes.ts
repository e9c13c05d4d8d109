import pg from 'pg';
import { abandonSession } from './abandon-session.ts';
import { type Database, DatabaseUnavailable, type Transaction } from './open.ts';
import type { Patience } from './patience.ts';
import { builderOf } from './postgres-builder.ts';
import { type CommitPools, commit, proveCommits } from './postgres-commit.ts';
import { isInTheWay, isLost } from './postgres-failures.ts';
import { connect } from './postgres-pool.ts';
import { Reach } from './reach.ts';
import { untilReached } from './until-reached.ts';
import { acquireWriteLock, releaseWriteLock } from './write-lock.ts';

interface Pools extends CommitPools {
  readonly writing: pg.Pool;
}

type Work<T> = (tx: Transaction) => Promise<T>;

/** The writes of a database: those of an owner take turns, the others are serialisable. */
export function createWrites(pools: Pools): Database['write'] {
  const reach = new Reach(() => proveCommits(pools));
  const inTurn = createKeyedQueue(reach);

  /** Runs a transaction; one after the other while the server is away, so that few commits are uncertain. */
  const attempt = <T>(work: Work<T>, manner: Manner, patience: Patience) => {
    const run = () => transact(pools, reach, work, manner, patience);
    return patience.waitFor(reach.isAway ? inTurn('away', patience, run) : run());
  };

  /**
   * Runs `work` in a transaction until it is committed or fails for a reason of its own. `work` may run several
   * times; whatever happens to the connection, it takes effect once or not at all. Writes that got in each
   * other's way run one after the other, in all shops, so that each of a thousand uses of one coupon ends.
   */
  function write<T>(work: Work<T>): Promise<T> {
    let hadConflict = false;
    return untilReached(async (patience) => {
      try {
        return await (hadConflict
          ? inTurn('retries', patience, () => attempt(work, alone, patience))
          : attempt(work, besideOthers, patience));
      } catch (error) {
        hadConflict ||= isInTheWay(error);
        throw error;
      }
    });
  }

  return (work, owner) =>
    owner === undefined
      ? write(work)
      : untilReached((patience) =>
          inTurn(`of ${owner}`, patience, () => attempt(work, ofOwner(owner), patience)),
        );
}

/** Runs `work` after what was passed before in the same queue has ended. */
type KeyedQueue = <T>(queue: string, patience: Patience, work: () => Promise<T>) => Promise<T>;

function createKeyedQueue(reach: Reach): KeyedQueue {
  const queues = new Map<string, Promise<unknown>>();
  return async (queue, patience, work) => {
    const turn = Promise.withResolvers<void>();
    const done = Promise.withResolvers<unknown>();
    const before = queues.get(queue) ?? Promise.resolve();
    const ended = before.then(async () => {
      turn.resolve();
      await done.promise;
      if (queues.get(queue) === ended) queues.delete(queue);
    });
    queues.set(queue, ended);
    try {
      await reach.waitFor(turn.promise, patience);
      return await work();
    } finally {
      done.resolve(null);
    }
  };
}

/** How a transaction runs. */
interface Manner {
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

/** One attempt of a write. */
async function transact<T>(
  pools: Pools,
  reach: Reach,
  work: Work<T>,
  manner: Manner,
  patience: Patience,
): Promise<T> {
  const client = await connect(pools.writing, reach, patience);
  let isUsable = false;
  try {
    const value = await reach.waitFor(run(client, work, manner), patience);
    await commit(client, pools, reach, patience);
    isUsable = true;
    reach.reached();
    return value;
  } catch (error) {
    if (isLost(error)) reach.lost();
    else if (error instanceof DatabaseUnavailable) abandonSession(client, pools.reading);
    else isUsable = await succeeds(client.query('ROLLBACK'));
    throw error;
  } finally {
    // Closing the connection also rolls back, and releases the lock.
    const isFree = isUsable && (!manner.isAlone || (await releaseWriteLock(client)));
    client.release(!isFree);
  }
}

async function run<T>(
  client: pg.PoolClient,
  work: Work<T>,
  { begin, isAlone }: Manner,
): Promise<T> {
  if (isAlone) await acquireWriteLock(client);
  // The first statement doesn't wait for it, and fails, too, if it does.
  const [begun, done] = await Promise.allSettled([client.query(begin), work(builderOf(client))]);
  if (begun.status === 'rejected') throw begun.reason;
  if (done.status === 'rejected') throw done.reason;
  return done.value;
}

function succeeds(work: Promise<unknown>): Promise<boolean> {
  return work.then(
    () => true,
    () => false,
  );
}
