import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { setTimeout as pause } from 'node:timers/promises';
import { openSqlite } from '#server/platform/database/sqlite.ts';
import { addBuyers, tokenOf } from '#tests/support/numbered-buyers.ts';
import { benchProductId, fillDatabase } from '../bench/filled-database.ts';
import { killServer, registration, startServer } from './trial-shop.ts';

/** The result of a campaign of kills. Every list must be empty. */
export interface KillReport {
  readonly cycles: number;
  /** Kills during a write: only these test durability. */
  readonly killsInFlight: number;
  readonly acknowledged: number;
  readonly lost: readonly string[];
  readonly broken: readonly string[];
}

const buyers = 8;
const designs = 40;

/** A device that adds and removes designs one after another and remembers what was acknowledged. */
interface Device {
  readonly buyer: number;
  /** Acknowledged designs in the cart. */
  readonly cart: Set<string>;
  /** Acknowledged registrations. */
  readonly registered: string[];
  /** The write that was in flight when the server died. */
  pending: {
    readonly kind: 'add' | 'remove';
    readonly productId: string;
    readonly key: string;
  } | null;
  count: number;
}

/** Kills the server with SIGKILL at random moments during mixed writes, restarts it and compares. */
export async function killWrites(cycles: number, seed = Date.now()): Promise<KillReport> {
  const random = randomFrom(seed);
  const directory = mkdtempSync(join(tmpdir(), 'pinwheel-kill-'));
  const lost: string[] = [];
  const broken: string[] = [];
  let acknowledged = 0;
  let killsInFlight = 0;
  try {
    await prepare(directory);
    const devices: Device[] = Array.from({ length: buyers }, (_, buyer) => ({
      buyer,
      cart: new Set<string>(),
      registered: [],
      pending: null,
      count: 0,
    }));
    for (let cycle = 0; cycle < cycles; cycle++) {
      const { child, port } = await startServer(directory);
      for (const device of devices) {
        await resend(port, device);
        lost.push(...(await compare(port, device)));
      }
      let isAlive = true;
      // Counted in writes, not in time: a slow machine must not kill before anything is written.
      let untilKill = 10 + Math.floor(random() * 60);
      const isTime = Promise.withResolvers<void>();
      const work = devices.map(async (device) => {
        while (isAlive) {
          if (!(await writeOne(port, device, random))) return;
          acknowledged++;
          untilKill--;
          if (untilKill === 0) isTime.resolve();
        }
      });
      await isTime.promise;
      await pause(random() * 5);
      const killed = killServer(child);
      isAlive = false;
      await killed;
      await Promise.all(work);
      if (devices.some(({ pending }) => pending !== null)) killsInFlight++;
      const verdict = integrityOf(directory);
      if (verdict !== 'ok') broken.push(`cycle ${cycle}: ${verdict}`);
    }
    const { child, port } = await startServer(directory);
    for (const device of devices) {
      await resend(port, device);
      lost.push(...(await compare(port, device)));
    }
    lost.push(...missingAccounts(directory, devices));
    await killServer(child);
  } finally {
    rmSync(directory, { recursive: true, force: true });
  }
  return { cycles, killsInFlight, acknowledged, lost, broken };
}

async function prepare(directory: string): Promise<void> {
  const database = await openSqlite(directory);
  await fillDatabase(database, designs);
  await addBuyers(database, buyers);
  await database.close();
}

function send(
  port: number,
  device: Device,
  path: string,
  body: object,
  key: string,
): Promise<Response> {
  return fetch(`http://127.0.0.1:${port}/api${path}`, {
    method: 'POST',
    headers: {
      'Content-Type': 'application/json',
      Authorization: `Bearer ${tokenOf(device.buyer)}`,
      'Idempotency-Key': key,
    },
    body: JSON.stringify(body),
  });
}

/** Sends one write; returns false if the server died before it answered. */
async function writeOne(port: number, device: Device, random: () => number): Promise<boolean> {
  device.count++;
  const key = `kill-${device.buyer}-${device.count}`;
  try {
    // A registration now and then: a different kind of write, which nothing else depends on.
    if (device.buyer === 0 && device.count % 10 === 0) {
      const email = `kill-${device.count}@shop.example`;
      const response = await send(port, device, '/users/register', registration(email), key);
      if (response.ok) device.registered.push(email);
      return response.ok;
    }
    const productId = benchProductId(Math.floor(random() * designs));
    const kind = device.cart.has(productId) ? 'remove' : 'add';
    device.pending = { kind, productId, key };
    const response = await send(port, device, `/cart/${kind}`, { productId }, key);
    if (!response.ok) throw new Error(`refused with ${response.status}`);
    await response.arrayBuffer();
    settle(device);
    return true;
  } catch {
    return false;
  }
}

function settle(device: Device): void {
  if (!device.pending) return;
  if (device.pending.kind === 'add') device.cart.add(device.pending.productId);
  else device.cart.delete(device.pending.productId);
  device.pending = null;
}

/** Sends the unanswered write again under its old key, as the outbox would. */
async function resend(port: number, device: Device): Promise<void> {
  if (!device.pending) return;
  const { kind, productId, key } = device.pending;
  const response = await send(port, device, `/cart/${kind}`, { productId }, key);
  if (!response.ok) throw new Error(`a repeated write was refused with ${response.status}`);
  settle(device);
}

async function compare(port: number, device: Device): Promise<string[]> {
  const response = await fetch(`http://127.0.0.1:${port}/api/cart`, {
    headers: { Authorization: `Bearer ${tokenOf(device.buyer)}` },
  });
  const { items } = (await response.json()) as { items: { productId: string }[] };
  const found = items.map(({ productId }) => productId).sort();
  const expected = [...device.cart].sort();
  return JSON.stringify(found) === JSON.stringify(expected)
    ? []
    : [`buyer ${device.buyer}: ${found.length} lines instead of ${expected.length}`];
}

function integrityOf(directory: string): unknown {
  const database = new DatabaseSync(join(directory, 'pinwheel.sqlite'));
  const row = database.prepare('PRAGMA integrity_check').get();
  database.close();
  return row?.integrity_check;
}

function missingAccounts(directory: string, devices: readonly Device[]): string[] {
  const database = new DatabaseSync(join(directory, 'pinwheel.sqlite'));
  const known = new Set(
    database
      .prepare('SELECT email FROM accounts')
      .all()
      .map(({ email }) => email),
  );
  database.close();
  return devices.flatMap(({ registered }) => registered.filter((email) => !known.has(email)));
}

/** Random numbers in [0, 1) from a seed, so that a campaign can be repeated. */
function randomFrom(seed: number): () => number {
  let state = seed >>> 0;
  return () => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
    return state / 2 ** 32;
  };
}
