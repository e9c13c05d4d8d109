import pg from 'pg';
import { newId } from './new-id.ts';
import type { Database, Transaction } from './open.ts';
import { builderOf } from './postgres-builder.ts';
import { isInTheWay, isLost } from './postgres-failures.ts';
import { endTurn, takeTurn } from './turn.ts';
import { untilReached } from './until-reached.ts';

interface Pools {
  /** Asks whether a write whose connection was lost took effect. */
  readonly asking: pg.Pool;
  readonly writing: pg.Pool;
}

/** The writes of a database: those of an owner take turns, the others are serialisable. */
export function createWrites(pools: Pools): Database['write'] {
  const serialize = createKeyedQueue();
  return (work, owner) =>
    owner === undefined
      ? write(pools, serialize, work)
      : untilReached(() => serialize(owner, () => transact(pools, work, ofOwner(owner))));
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
 * Commits, and adds a row to `commits` if the transaction changed anything. If the connection breaks before the answer,
 * tries to insert the same row over a connection of `others`. If the row is already there, the transaction was committed;
 * if not, the new row prevents it from ever being. The transaction's number can't answer that, because a server that
 * crashed uses it again.
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
