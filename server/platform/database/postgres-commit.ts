import type pg from 'pg';
import { abandonSession } from './abandon-session.ts';
import { newId } from './new-id.ts';
import { leastMs, type Patience, unhurriedMs } from './patience.ts';
import { CommitUnconfirmed, isLost } from './postgres-failures.ts';
import type { Reach } from './reach.ts';
import { untilReached } from './until-reached.ts';

/** PostgreSQL's code for a warning. Of a commit: it is on this server, but its wait for the standby was cancelled. */
const warning = '01000';

/** How long a commit may take that only proves that commits are answered, in milliseconds. */
const provenWithinMs = 2_000;

/** The connections with which a commit is made certain. */
export interface CommitPools {
  /** Asks whether a write whose connection was lost took effect. */
  readonly asking: pg.Pool;
  /** Ends sessions: its own connections never wait for a commit. */
  readonly reading: pg.Pool;
}

/**
 * Commits, and adds a row to `commits` if the transaction changed anything. With a synchronous standby it always does:
 * what the transaction only read may not be there yet. If the connection breaks before the answer, or there is none
 * within five seconds, or half of what is left of `patience` once something was in vain, tries to insert the same row over a connection of `asking`. If the row is
 * already there, the transaction was committed; if not, the new row prevents it from ever being. The transaction's number
 * can't answer that, because a server that crashed uses it again.
 */
export async function commit(
  client: pg.PoolClient,
  pools: CommitPools,
  reach: Reach,
  patience: Patience,
): Promise<void> {
  const id = newId();
  try {
    const text = `INSERT INTO commits (id, "isCommitted") SELECT '${id}', 1
      WHERE pg_current_xact_id_if_assigned() IS NOT NULL OR current_setting('synchronous_standby_names') <> '';
      COMMIT`;
    const waitMs = patience.isInVain ? Math.max(patience.leftMs() / 2, leastMs) : unhurriedMs;
    await confirmed(client, pools, { text }, waitMs);
  } catch (error) {
    if (!isLost(error)) throw error;
    reach.lost();
    patience.waitedInVain();
    const { rows } = await untilReached(
      () => claim(pools, id, () => Math.max(patience.leftMs(), leastMs)),
      patience,
    );
    if (rows[0].isCommitted === 0) throw error;
  }
}

/** Proves that commits are answered, with one of no consequence. @throws CommitUnconfirmed */
export async function proveCommits(pools: CommitPools): Promise<void> {
  await claim(pools, newId(), () => provenWithinMs);
}

/** Inserts the row of a transaction that isn't known to be committed, or finds it. All connections may be in use first. */
async function claim(
  pools: CommitPools,
  id: string,
  waitMs: () => number,
): Promise<pg.QueryResult> {
  const client = await pools.asking.connect();
  let isUsable = false;
  try {
    const text = `INSERT INTO commits AS known (id, "isCommitted") VALUES ($1, 0)
      ON CONFLICT (id) DO UPDATE SET "isCommitted" = known."isCommitted" RETURNING "isCommitted"`;
    const result = await confirmed(client, pools, { text, values: [id] }, waitMs());
    isUsable = true;
    return result;
  } finally {
    client.release(!isUsable);
  }
}

/**
 * Sends what ends with a commit. If it isn't answered in time, ends its session: one that waits for a standby doesn't
 * notice that its client is gone.
 * @throws CommitUnconfirmed
 */
async function confirmed(
  client: pg.PoolClient,
  { reading }: CommitPools,
  query: pg.QueryConfig,
  waitMs: number,
): Promise<pg.QueryResult> {
  let isWarned = false;
  const hear = ({ code }: { readonly code?: string | undefined }) => {
    isWarned ||= code === warning;
  };
  const { promise: late, reject } = Promise.withResolvers<never>();
  const timer = setTimeout(() => {
    abandonSession(client, reading);
    reject(new CommitUnconfirmed('A commit wasn’t answered in time.'));
  }, waitMs);
  client.on('notice', hear);
  try {
    const result = await Promise.race([client.query(query), late]);
    if (isWarned) throw new CommitUnconfirmed('A commit’s wait for the standby was cancelled.');
    return result;
  } finally {
    clearTimeout(timer);
    client.off('notice', hear);
  }
}
