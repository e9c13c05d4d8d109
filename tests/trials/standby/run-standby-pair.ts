import { type ChildProcess, execFileSync, spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, readdirSync } from 'node:fs';
import { chmod, chown, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import pg from 'pg';
import { cuttingProxy } from '#tests/support/cutting-proxy.ts';
import { endWithThis } from '#tests/support/end-with-this.ts';
import { freePort } from '#tests/support/run-shop.ts';
import { untilSaid } from '#tests/support/until-said.ts';
import { untilStarted } from '#tests/support/until-started.ts';
import { installFromDebian, isDebianRoot } from '../../../scripts/debian.mjs';

/** A primary and its synchronous standby. */
export interface StandbyPair {
  /** Of the primary's database, through a switch that follows a failover. */
  readonly url: string;
  /** SIGKILL: from then on, no commit ends. */
  killStandby(): Promise<void>;
  /** Resolves once commits wait for it again. */
  startStandby(): Promise<void>;
  /** SIGKILLs the primary, promotes the standby, and leads the switch to it. It has no standby then. */
  failOver(): Promise<void>;
  /** Gives the primary a new synchronous standby, a copy of itself. */
  addStandby(): Promise<void>;
  /** How many sessions of shops the primary has. */
  countSessions(): Promise<number>;
  end(): Promise<void>;
}

export const maxConnections = 100;

const standbyName = 'standby';
const installed = '/usr/lib/postgresql';
const settings = [
  'listen_addresses=localhost',
  'unix_socket_directories=',
  `max_connections=${maxConnections}`,
  // A server that is killed loses nothing that it wrote, even if the disk doesn't have it yet.
  'fsync=off',
];

/** One server, which may be started as either. */
interface Node {
  readonly data: string;
  readonly port: number;
  process: ChildProcess | null;
}

/** Runs both with Debian's PostgreSQL as its own user, who must not be root. Null where it can't be installed. */
export async function runStandbyPair(): Promise<StandbyPair | null> {
  if (!isDebianRoot()) return null;
  if (!existsSync(installed)) installFromDebian(['postgresql']);
  const bin = join(installed, readdirSync(installed).sort().at(-1) ?? '', 'bin');
  const idOf = (which: string) => Number(execFileSync('id', [which, 'postgres']).toString());
  const user = { uid: idOf('-u'), gid: idOf('-g') };
  const folder = await mkdtemp(join(tmpdir(), 'pinwheel-standby-'));
  await chown(folder, user.uid, user.gid);
  await chmod(folder, 0o700);
  const run = (program: string, parameters: readonly string[]) =>
    execFileSync(join(bin, program), parameters, { ...user, cwd: folder, stdio: 'pipe' });
  const open = async (name: string): Promise<Node> => ({
    data: join(folder, name),
    port: await freePort(),
    process: null,
  });
  const urlOf = ({ port }: Node) => `postgres://postgres@localhost:${port}/postgres`;
  let primary = await open('a');
  let standby = await open('b');

  const start = (node: Node, own: readonly string[] = []) =>
    // The children of a killed server may still be ending.
    untilStarted(async () => {
      const all = [...settings, `port=${node.port}`, ...own].flatMap((each) => ['-c', each]);
      const child = spawn(join(bin, 'postgres'), ['-D', node.data, ...all], {
        ...user,
        cwd: folder,
        stdio: ['ignore', 'ignore', 'pipe'],
      });
      node.process = child;
      endWithThis(child, 'QUIT');
      await untilSaid(child, 'ready to accept');
    });
  const startAsStandby = async () => {
    const source = `host=127.0.0.1 port=${primary.port} user=postgres application_name=${standbyName}`;
    await start(standby, [`primary_conninfo=${source}`]);
  };
  const untilSynchronous = async () => {
    const text = "SELECT 1 FROM pg_stat_replication WHERE sync_state = 'sync'";
    while ((await ask(urlOf(primary), text)).length === 0) await pause(100);
  };
  const addStandby = async () => {
    await rm(standby.data, { recursive: true, force: true });
    const { data } = standby;
    const source = ['-h', '127.0.0.1', '-p', String(primary.port), '-U', 'postgres'];
    run('pg_basebackup', [...source, '-D', data, '-R', '-X', 'stream', '-c', 'fast', '--no-sync']);
    await startAsStandby();
    // Only now, so that the copy waits for nobody once it is promoted.
    await ask(urlOf(primary), `ALTER SYSTEM SET synchronous_standby_names = '${standbyName}'`);
    await ask(urlOf(primary), 'SELECT pg_reload_conf()');
    await untilSynchronous();
  };
  const end = async () => {
    await Promise.all([primary, standby].map(kill));
    await rm(folder, { recursive: true, maxRetries: 10, retryDelay: 200 });
  };

  try {
    const made = ['-U', 'postgres', '-A', 'trust', '-E', 'UTF8', '--locale=C', '--no-sync'];
    run('initdb', ['-D', primary.data, ...made]);
    await start(primary);
    await addStandby();
  } catch (error) {
    await end();
    throw error;
  }
  const proxy = await cuttingProxy(urlOf(primary));
  return {
    url: proxy.url,
    killStandby: () => kill(standby),
    async startStandby() {
      await startAsStandby();
      await untilSynchronous();
    },
    async failOver() {
      await kill(primary);
      proxy.close();
      await ask(urlOf(standby), 'SELECT pg_promote()');
      [primary, standby] = [standby, primary];
      proxy.leadTo(urlOf(primary));
      proxy.open();
    },
    addStandby,
    async countSessions() {
      const text = "SELECT 1 FROM pg_stat_activity WHERE application_name = 'pinwheel'";
      return (await ask(urlOf(primary), text)).length;
    },
    async end() {
      await proxy.end();
      await end();
    },
  };
}

async function kill({ process }: Node): Promise<void> {
  if (!process || process.exitCode !== null || process.signalCode !== null) return;
  const ended = once(process, 'exit');
  process.kill('SIGKILL');
  await ended;
}

async function ask(url: string, text: string): Promise<unknown[]> {
  const client = new pg.Client(url);
  client.on('error', () => {});
  await client.connect();
  try {
    return (await client.query(text)).rows;
  } finally {
    await client.end();
  }
}
