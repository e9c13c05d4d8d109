import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { copyStudio, drawnStudio, testDesigns } from './test-studio.ts';

/** The real server in its own process, over a copy of the drawn studio. */
export interface RunningShop {
  readonly url: string;
  readonly dataDir: string;
  /** Of the server's process. */
  pid(): number;
  /** SIGKILL, like a power cut. */
  kill(): Promise<void>;
  /** SIGTERM, like a deployment. Resolves with the exit code, null if a signal ended it, and how long it took. */
  stop(): Promise<{ readonly code: number | null; readonly ms: number }>;
  /** Starts it again on the same port and data. */
  start(): Promise<void>;
  /** Every mail written so far, oldest first, as raw text. */
  mails(): string[];
  /** Stops the server and removes its data. */
  end(): Promise<void>;
}

export async function freePort(): Promise<number> {
  const server = createServer();
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as { port: number };
  server.close();
  await once(server, 'close');
  return port;
}

/**
 * `fill` creates the data that the shop opens with; by default the drawn studio. `folder` contains the built
 * shop. `wrapper` is a command that starts the server's.
 */
export async function runShop(
  settings: Readonly<Record<string, string>> = {},
  fill: (dataDir: string) => Promise<void> = async (dataDir) =>
    copyStudio(await drawnStudio(), dataDir),
  parameters: readonly string[] = [],
  folder = process.cwd(),
  wrapper: readonly string[] = [],
): Promise<RunningShop> {
  const dataDir = mkdtempSync(join(tmpdir(), 'pinwheel-shop-'));
  await fill(dataDir);
  const port = await freePort();
  const url = `http://localhost:${port}`;
  let child: ChildProcess | null = null;

  async function start(): Promise<void> {
    const command = [...wrapper, process.execPath, resolve('server/main.ts'), ...parameters];
    const [program = '', ...rest] = command;
    const started = spawn(program, rest, {
      cwd: folder,
      stdio: ['ignore', 'pipe', 'inherit'],
      env: {
        ...process.env,
        NODE_ENV: 'test',
        PORT: String(port),
        HOST: '127.0.0.1',
        PUBLIC_URL: url,
        DATA_DIR: dataDir,
        LOG_LEVEL: 'error',
        // As many as the drawn studio has: otherwise each start would go on to draw the demo's others.
        DEMO_DESIGNS: String(testDesigns),
        LIMIT_FACTOR: '1000',
        ...settings,
      },
    });
    child = started;
    let said = '';
    await new Promise<void>((resolve, reject) => {
      started.stdout.on('data', (chunk: Buffer) => {
        said += chunk.toString();
        if (said.includes('Pinwheel is running')) resolve();
      });
      started.on('exit', (code) =>
        reject(new Error(`the shop ended with ${code} at start:\n${said}`)),
      );
    });
  }

  async function end(signal: NodeJS.Signals): Promise<number | null> {
    const running = child;
    child = null;
    if (!running || running.exitCode !== null) return running?.exitCode ?? null;
    const ended = once(running, 'exit') as Promise<[number | null]>;
    running.kill(signal);
    const [code] = await ended;
    return code;
  }

  async function kill(): Promise<void> {
    await end('SIGKILL');
  }

  await start();
  return {
    url,
    dataDir,
    pid() {
      if (!child?.pid) throw new Error('The shop is not running');
      return child.pid;
    },
    kill,
    async stop() {
      const startedAt = performance.now();
      const code = await end('SIGTERM');
      return { code, ms: performance.now() - startedAt };
    },
    start,
    mails() {
      const folder = join(dataDir, 'mail');
      try {
        return readdirSync(folder)
          .sort()
          .map((name) => readFileSync(join(folder, name), 'utf8'));
      } catch {
        return [];
      }
    },
    async end() {
      await kill();
      rmSync(dataDir, { recursive: true, force: true });
    },
  };
}
