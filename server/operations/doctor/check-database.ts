import { sql } from 'kysely';
import { isPostgres } from '../../platform/database/column-types.ts';
import type { Reader } from '../../platform/database/open.ts';
import { type Finding, found, ok, type Patient } from './finding.ts';

/** A standby of a PostgreSQL server, as far as the shop's role may see it. */
export interface Standby {
  readonly name: string;
  /** Null if the role may not see it. */
  readonly state: string | null;
  /** `async`, `sync`, `quorum` or `potential`. */
  readonly sync: string | null;
  /** What it hasn't replayed yet, in bytes. */
  readonly behindBytes: number | null;
}

/** What a PostgreSQL server says about itself. */
export interface ServerState {
  readonly version: string;
  readonly mostConnections: number;
  readonly usedConnections: number;
  /** Whether commits wait for a standby. */
  readonly waitsForStandby: boolean;
  readonly standbys: readonly Standby[];
}

/** As many connections as one shop opens. */
const ofOneShop = 25;
/** A standby that has more to replay is behind; 64 MB are four segments of the log. */
const mostBehindBytes = 64e6;

/** The database's version; of PostgreSQL also its standbys and the connections left. */
export async function checkDatabase({ database: { read } }: Patient): Promise<Finding> {
  if (isPostgres(read)) return serverFinding(await stateOf(read));
  const { rows } = await sql<{ version: string }>`SELECT sqlite_version() AS version`.execute(read);
  return ok(`SQLite ${rows[0]?.version}, in DATA_DIR.`);
}

export function serverFinding(server: ServerState): Finding {
  const { version, mostConnections, usedConnections, waitsForStandby, standbys } = server;
  const name = `PostgreSQL ${version.split(' ')[0]}`;
  const left = mostConnections - usedConnections;
  const following = standbys.filter(({ state }) => state === 'streaming');
  const isHidden = standbys.some(({ state }) => state === null);
  if (waitsForStandby && !isHidden && !following.some(({ sync }) => sync !== 'async')) {
    return found(
      'fault',
      `${name} waits for a standby at each change, and none follows: nobody can order.`,
      'Start the standby, or take it out of synchronous_standby_names and reload PostgreSQL.',
    );
  }
  if (left < ofOneShop) {
    return found(
      'warning',
      `${name} has ${left} of ${mostConnections} connections left; one more shop, as during an update, needs ${ofOneShop}.`,
      'Raise max_connections, or end what else uses this server.',
    );
  }
  const stopped = standbys.find(({ state }) => state !== null && state !== 'streaming');
  if (stopped) {
    return found(
      'warning',
      `The standby ${stopped.name} doesn’t follow ${name} (${stopped.state}).`,
      'Look at its log. Until it follows, it can’t take over without losing changes.',
    );
  }
  const slow = following.find(({ behindBytes }) => (behindBytes ?? 0) > mostBehindBytes);
  if (slow) {
    return found(
      'warning',
      `The standby ${slow.name} is ${megabytes(slow.behindBytes)} behind ${name}.`,
      'Check its load and its connection. If it took over now, the latest changes could be lost.',
    );
  }
  return ok(`${name}, ${left} of ${mostConnections} connections left. ${standbysText(server)}`);
}

function standbysText({ standbys, waitsForStandby }: ServerState): string {
  if (standbys.length === 0) return 'No standby follows it.';
  if (standbys.some(({ state }) => state === null)) {
    return 'Standbys are connected; to see more, the shop’s role needs pg_monitor.';
  }
  return standbys
    .map(({ name, sync, behindBytes }) =>
      waitsForStandby && sync !== 'async'
        ? `The standby ${name} follows, and changes wait for it.`
        : `The standby ${name} follows, ${megabytes(behindBytes)} behind; if it takes over, the latest changes may be lost.`,
    )
    .join(' ');
}

const megabytes = (bytes: number | null) => `${((bytes ?? 0) / 1e6).toFixed(1)} MB`;

async function stateOf(read: Reader): Promise<ServerState> {
  const about = await sql<Omit<ServerState, 'standbys'>>`
    SELECT current_setting('server_version') AS version,
      (SELECT coalesce(sum(numbackends), 0) FROM pg_stat_database)::integer AS "usedConnections",
      current_setting('max_connections')::integer - current_setting('superuser_reserved_connections')::integer
        - coalesce(current_setting('reserved_connections', true), '0')::integer AS "mostConnections",
      current_setting('synchronous_standby_names') <> ''
        AND current_setting('synchronous_commit') NOT IN ('off', 'local') AS "waitsForStandby"`.execute(
    read,
  );
  const standbys = await sql<Standby>`
    SELECT coalesce(nullif(application_name, ''), client_addr::text, 'without a name') AS name, state,
      sync_state AS sync, pg_wal_lsn_diff(pg_current_wal_lsn(), replay_lsn)::float8 AS "behindBytes"
    FROM pg_stat_replication`.execute(read);
  const [server] = about.rows;
  if (!server) throw new Error('PostgreSQL says nothing about itself');
  return { ...server, standbys: standbys.rows };
}
