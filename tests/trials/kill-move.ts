import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { copiedTables } from '#server/platform/database/copy-rows.ts';
import { readSigningKey } from '#server/platform/database/signing-key.ts';
import { openSqlite } from '#server/platform/database/sqlite.ts';
import { openDiskStore } from '#server/platform/files/disk.ts';
import { filesBelow } from '#tests/support/empty-folder.ts';
import { addBuyers } from '#tests/support/numbered-buyers.ts';
import { startS3 } from '#tests/support/s3-server.ts';
import startPostgres from '#tests/support/start-postgres.ts';
import { wholeDatabase } from '#tests/support/whole-database.ts';
import { fillDatabase } from '../bench/filled-database.ts';

/** The result of a move that was killed. */
export interface MoveReport {
  readonly kills: number;
  readonly rows: number;
  readonly files: number;
  readonly seconds: number;
  /** Tables and files that differ after the way out and back. */
  readonly different: readonly string[];
}

/** When a run of the command is killed: once it has printed this. */
const killedAt = [/copying rows +\[#{8}/, /copying files +\[#{12}/];
const originalBytes = 40_000;

/**
 * Moves a shop with so many designs to PostgreSQL and a bucket, killed with SIGKILL while it copies rows and
 * again while it copies files, and then back into another folder. Compares both folders.
 */
export async function killMove(designs: number): Promise<MoveReport> {
  const folder = await mkdtemp(join(tmpdir(), 'pinwheel-move-'));
  const stopPostgres = await startPostgres();
  const s3 = await startS3();
  const shop = join(folder, 'shop');
  const home = join(folder, 'home');
  const database = `${process.env.TEST_POSTGRES}postgres`;
  const { FILES_URL = '', ...settings } = s3.settings;
  const move = (dataDir: string, ...more: readonly string[]) =>
    spawn(
      process.execPath,
      ['scripts/move.ts', '--database', database, '--files', FILES_URL, ...more],
      {
        env: { ...process.env, ...settings, DATA_DIR: dataDir },
        stdio: ['ignore', 'pipe', 'pipe'],
      },
    );
  try {
    await fillShop(shop, designs);
    for (const printed of killedAt) await killOnce(move(shop), printed);
    const startedAt = performance.now();
    await untilMoved(move(shop));
    const seconds = (performance.now() - startedAt) / 1000;
    await untilMoved(move(home, '--back'));
    return { kills: killedAt.length, seconds, ...(await compare(shop, home)) };
  } finally {
    await s3.end();
    await stopPostgres();
    await rm(folder, { recursive: true });
  }
}

async function fillShop(directory: string, designs: number): Promise<void> {
  const database = await openSqlite(directory);
  await readSigningKey(database, new Date());
  await fillDatabase(database, designs);
  await addBuyers(database, designs);
  await database.close();
  const files = await openDiskStore(directory);
  for (let design = 0; design < designs; design += 1) {
    const { sha256 } = await files.putOriginal(Buffer.alloc(originalBytes, `design ${design} `));
    await files.putPreview(`${sha256}/320.avif`, Buffer.from(`preview of ${design}`));
  }
}

/** Kills a run once it has printed `sign`. */
async function killOnce(run: ChildProcess, sign: RegExp): Promise<void> {
  let printed = '';
  const ended = once(run, 'exit');
  run.stdout?.on('data', (chunk: Buffer) => {
    printed += String(chunk);
    if (sign.test(printed)) run.kill('SIGKILL');
  });
  const [, signal] = await ended;
  if (signal !== 'SIGKILL') throw new Error(`The move ended before it was killed:\n${printed}`);
}

async function untilMoved(run: ChildProcess): Promise<void> {
  let printed = '';
  for (const output of [run.stdout, run.stderr]) {
    output?.on('data', (chunk: Buffer) => {
      printed += String(chunk);
    });
  }
  const [status] = await once(run, 'close');
  if (status !== 0) throw new Error(`The move failed:\n${printed}`);
}

async function compare(
  shop: string,
  home: string,
): Promise<Pick<MoveReport, 'rows' | 'files' | 'different'>> {
  const [before, after] = [await tablesOf(shop), await tablesOf(home)];
  const different: string[] = copiedTables.filter(
    (table) => JSON.stringify(before[table]) !== JSON.stringify(after[table]),
  );
  const isMoved = (path: string) => /^(originals|previews)/.test(path);
  const paths = (await filesBelow(shop)).filter(isMoved);
  const there = new Set((await filesBelow(home)).filter(isMoved));
  if (there.size !== paths.length) different.push(`${there.size} of ${paths.length} files`);
  for (const path of paths) {
    const isSame =
      there.has(path) &&
      (await readFile(join(home, path))).equals(await readFile(join(shop, path)));
    if (!isSame) different.push(path);
  }
  const rows = Object.values(before).reduce((sum, table) => sum + table.length, 0);
  return { rows, files: paths.length, different };
}

async function tablesOf(directory: string) {
  const database = await openSqlite(directory);
  try {
    return await wholeDatabase({ database });
  } finally {
    await database.close();
  }
}
