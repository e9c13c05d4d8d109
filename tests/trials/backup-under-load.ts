import { type ChildProcess, execFile } from 'node:child_process';
import { createHash, randomBytes } from 'node:crypto';
import { createWriteStream, mkdtempSync, rmSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { pipeline } from 'node:stream/promises';
import { setTimeout as pause } from 'node:timers/promises';
import { promisify } from 'node:util';
import { backupArchive } from '#server/operations/backups/backup-entries.ts';
import { restoreBackup } from '#server/operations/backups/restore.ts';
import { newId } from '#server/platform/database/new-id.ts';
import { databaseFile, openSqlite } from '#server/platform/database/sqlite.ts';
import { openDiskStore } from '#server/platform/files/disk.ts';
import { addBuyers, buyerId, tokenOf } from '#tests/support/numbered-buyers.ts';
import { benchProductId, fillDatabase } from '../bench/filled-database.ts';
import { killServer, registration, startServer } from './trial-shop.ts';

/** The result of a campaign of backups under load. `faults` must be empty. */
export interface BackupReport {
  readonly rounds: number;
  /** Orders, accounts and files that were acknowledged, and how many of them during a backup. */
  readonly acknowledged: number;
  readonly duringBackup: number;
  /** Orders, accounts and files compared after a restore. */
  readonly compared: number;
  readonly faults: readonly string[];
}

type Kind = 'account' | 'order' | 'file';

interface Written {
  readonly kind: Kind;
  /** E-mail, id of an order, SHA-256 of a file. */
  readonly key: string;
  readonly at: number;
}

/** Writers call this before each write: it pauses them while a restored shop is checked, and ends them with the campaign. */
type MayWrite = () => Promise<boolean>;

const buyers = 6;
const designs = 40;
/** The longest order list that the shop returns. */
const maxOrders = 200;

/**
 * Makes a backup while orders, accounts and files are written, restores it into an empty folder, alternately
 * from the folder and from the download, and opens that shop. Everything acknowledged before the backup
 * began must be there, complete, and nothing that the shop never had.
 */
export async function backUpUnderLoad(rounds: number): Promise<BackupReport> {
  const home = mkdtempSync(join(tmpdir(), 'pinwheel-backups-'));
  const live = join(home, 'live');
  const written: Written[] = [];
  const faults: string[] = [];
  let server: ChildProcess | null = null;
  let duringBackup = 0;
  let compared = 0;
  try {
    await prepare(live);
    const { child, port } = await startServer(live);
    server = child;
    let isOn = true;
    let rest: PromiseWithResolvers<void> | null = null;
    const mayWrite: MayWrite = async () => {
      await rest?.promise;
      return isOn;
    };
    const work = Promise.all([
      ...Array.from({ length: buyers }, (_, buyer) => buy(port, buyer, written, mayWrite)),
      register(port, written, mayWrite),
      publish(live, written, mayWrite),
    ]);
    for (let round = 0; round < rounds; round++) {
      const mark = written.length;
      while (written.length < mark + 20) await Promise.race([pause(5), work]);
      const beganAt = performance.now();
      const folder = await backUp(live);
      duringBackup += written.filter(({ at }) => at > beganAt).length;
      rest = Promise.withResolvers();
      const target = join(home, `restored-${round}`);
      await restoreBackup(round % 2 === 0 ? folder : await download(folder, home), target);
      const before = written.filter(({ at }) => at < beganAt);
      const seen = await compare(target, live, before);
      compared += seen.compared;
      faults.push(...seen.faults.map((fault) => `round ${round}: ${fault}`));
      rmSync(target, { recursive: true });
      if (round === rounds - 1) isOn = false;
      rest.resolve();
    }
    await work;
  } finally {
    if (server) await killServer(server);
    rmSync(home, { recursive: true, force: true });
  }
  return { rounds, acknowledged: written.length, duringBackup, compared, faults };
}

async function prepare(directory: string): Promise<void> {
  const database = await openSqlite(directory);
  await fillDatabase(database, designs);
  await addBuyers(database, buyers);
  const original = await (await openDiskStore(directory)).putOriginal(randomBytes(1000));
  await database.write(async (tx) => {
    // An order with a total of zero is paid at once, without a provider.
    await tx.updateTable('products').set({ price: 0, discountedPrice: null }).execute();
    await tx.updateTable('productFiles').set(original).execute();
  });
  await database.close();
}

async function send(port: number, token: string, path: string, body: object): Promise<unknown> {
  const response = await fetch(`http://127.0.0.1:${port}/api${path}`, {
    method: 'POST',
    headers: {
      'Content-Type': 'application/json',
      ...(token && { Authorization: `Bearer ${token}` }),
      'Idempotency-Key': randomBytes(12).toString('hex'),
    },
    body: JSON.stringify(body),
  });
  if (!response.ok)
    throw new Error(`${path} answered ${response.status}: ${await response.text()}`);
  return response.json();
}

async function buy(port: number, buyer: number, written: Written[], mayWrite: MayWrite) {
  const customerDetails = { name: 'Trial Buyer', email: `buyer-${buyer}@shop.example` };
  for (let count = buyer; await mayWrite(); count += 7) {
    const token = tokenOf(buyer);
    for (const place of [count, count + 1]) {
      await send(port, token, '/cart/add', { productId: benchProductId(place % designs) });
    }
    const answer = await send(port, token, '/orders/checkout', { customerDetails });
    const { orderId } = answer as { orderId: string };
    written.push({ kind: 'order', key: orderId, at: performance.now() });
  }
}

async function register(port: number, written: Written[], mayWrite: MayWrite) {
  for (let count = 0; await mayWrite(); count++) {
    const email = `trial-${count}@shop.example`;
    await send(port, '', '/users/register', registration(email));
    written.push({ kind: 'account', key: email, at: performance.now() });
  }
}

/** As the studio does: first the bytes, then the row. */
async function publish(directory: string, written: Written[], mayWrite: MayWrite) {
  const store = await openDiskStore(directory);
  const database = new DatabaseSync(join(directory, databaseFile), { timeout: 10_000 });
  database.exec('PRAGMA synchronous = FULL');
  const insert = database.prepare(
    'INSERT INTO productFiles (id, productId, position, name, mediaType, sha256, bytes) VALUES (?, ?, 0, ?, ?, ?, ?)',
  );
  for (let count = 0; await mayWrite(); count++) {
    const { sha256, bytes } = await store.putOriginal(
      randomBytes(1000 + ((count * 7919) % 300_000)),
    );
    insert.run(
      newId(),
      benchProductId(count % designs),
      `${count}.png`,
      'image/png',
      sha256,
      bytes,
    );
    written.push({ kind: 'file', key: sha256, at: performance.now() });
    await pause(5);
  }
  database.close();
}

async function backUp(directory: string): Promise<string> {
  const { stdout } = await promisify(execFile)(process.execPath, ['scripts/backup.ts'], {
    env: { ...process.env, DATA_DIR: directory },
  });
  return stdout.trim().split(': ').at(-1) ?? '';
}

async function download(folder: string, home: string): Promise<string> {
  const path = join(home, 'backup.tar');
  await pipeline((await backupArchive(folder)).content, createWriteStream(path));
  return path;
}

const keyQueries: Readonly<Record<Kind, string>> = {
  account: 'SELECT email AS key FROM accounts',
  // With as many items as the buyer added, and paid: a partial order doesn't count.
  order: `SELECT orders.id AS key FROM orders JOIN orderItems ON orderItems.orderId = orders.id
    WHERE orders.state = 'paid' GROUP BY orders.id HAVING count(*) = 2`,
  file: 'SELECT sha256 AS key FROM productFiles',
};

async function compare(restored: string, live: string, before: readonly Written[]) {
  const faults: string[] = [];
  let compared = 0;
  const keys = (directory: string, kind: Kind) => {
    const database = new DatabaseSync(join(directory, databaseFile), { readOnly: true });
    const found = database.prepare(keyQueries[kind]).all();
    database.close();
    return new Set(found.map(({ key }) => String(key)));
  };
  for (const kind of ['account', 'order', 'file'] as const) {
    const found = keys(restored, kind);
    const known = keys(live, kind);
    compared += found.size;
    const lost = before.filter((each) => each.kind === kind && !found.has(each.key));
    faults.push(...lost.map(({ key }) => `${kind} ${key} was acknowledged and is not there`));
    for (const key of found) {
      if (!known.has(key)) faults.push(`${kind} ${key} is there and never was`);
      if (kind === 'file' && !(await isWhole(restored, key)))
        faults.push(`file ${key} is not whole`);
    }
  }
  faults.push(...(await open(restored)));
  return { compared, faults };
}

async function isWhole(directory: string, sha256: string): Promise<boolean> {
  try {
    const bytes = await readFile(join(directory, 'originals', sha256.slice(0, 2), sha256));
    return createHash('sha256').update(bytes).digest('hex') === sha256;
  } catch {
    return false;
  }
}

/** Checks that the restored shop returns as many orders to each buyer as its database has. */
async function open(directory: string): Promise<string[]> {
  const { child, port } = await startServer(directory);
  const database = new DatabaseSync(join(directory, databaseFile), { readOnly: true });
  const count = database.prepare('SELECT count(*) AS count FROM orders WHERE accountId = ?');
  const faults: string[] = [];
  for (let buyer = 0; buyer < buyers; buyer++) {
    const response = await fetch(`http://127.0.0.1:${port}/api/orders/user?limit=${maxOrders}`, {
      headers: { Authorization: `Bearer ${tokenOf(buyer)}` },
    });
    const { orders = [] } = (await response.json()) as { orders?: readonly unknown[] };
    const expected = Math.min(maxOrders, Number(count.get(buyerId(buyer))?.count));
    if (orders.length !== expected) {
      faults.push(`buyer ${buyer} gets ${orders.length} orders instead of ${expected}`);
    }
  }
  database.close();
  await killServer(child);
  return faults;
}
