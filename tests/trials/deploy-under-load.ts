import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, rmSync } from 'node:fs';
import * as http from 'node:http';
import * as https from 'node:https';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { text } from 'node:stream/consumers';
import { setTimeout as pause } from 'node:timers/promises';
import { databaseFile, openSqlite } from '#server/platform/database/sqlite.ts';
import { addBuyers, buyerId, tokenOf } from '#tests/support/numbered-buyers.ts';
import { freePort } from '#tests/support/run-shop.ts';
import { untilSaid } from '#tests/support/until-said.ts';
import { benchProductId, fillDatabase } from '../bench/filled-database.ts';
import { checkPassing, sellFile } from './proxies/check-passing.ts';
import { type OpenProxy, openProxy, type ProxyName } from './proxies/open-proxy.ts';

/** The result of a campaign of deployments. `faults` must be empty. */
export interface DeployReport {
  readonly deploys: number;
  readonly requests: number;
  /** How many of them were writes. */
  readonly writes: number;
  /** The longest that a server took from SIGTERM to its exit, in ms. */
  readonly slowestStopMs: number;
  /** What the proxy does to large bodies and bought files that it shouldn't. */
  readonly spoiled: readonly string[];
  readonly faults: readonly string[];
}

const buyers = 8;
const visitors = 4;
const designs = 40;
/** Each server answers this many requests before the next replaces it. */
const requestsEach = 1500;

interface Load {
  requests: number;
  writes: number;
  isOver: boolean;
  readonly faults: string[];
}

/**
 * Replaces the server again and again as docs/operating.md describes, behind a proxy of `deploy/`, while
 * buyers write and visitors read: every request must succeed, and everything acknowledged must be stored.
 */
export async function deployUnderLoad(name: ProxyName, deploys: number): Promise<DeployReport> {
  const home = mkdtempSync(join(tmpdir(), 'pinwheel-deploy-'));
  const dataDir = join(home, 'data');
  const children: ChildProcess[] = [];
  const load: Load = { requests: 0, writes: 0, isOver: false, faults: [] };
  let slowestStopMs = 0;
  let proxy: OpenProxy | null = null;
  let spoiled: readonly string[] = [];
  try {
    const database = await openSqlite(dataDir);
    await fillDatabase(database, designs);
    await addBuyers(database, buyers);
    const sold = await sellFile(database, dataDir, buyerId(0));
    await database.close();
    const ports = [await freePort(), await freePort()] as const;
    const starting = () => startShop(dataDir, ports[0], children);
    let running = name === 'Caddy' ? null : await starting();
    const opened = await openProxy(name, home, ports);
    proxy = opened;
    running ??= await startWhileAsked(opened, load, starting);
    spoiled = await checkPassing(opened, sold, tokenOf(0));
    const carts = Array.from({ length: buyers }, () => new Set<string>());
    const work = [
      ...carts.map((cart, buyer) => write(opened, buyer, cart, load)),
      ...Array.from({ length: visitors }, (_, visitor) => read(opened, visitor, load)),
    ];
    for (let deploy = 1; deploy <= deploys; deploy += 1) {
      const before = load.requests;
      while (load.requests < before + requestsEach && load.faults.length === 0) await pause(10);
      const next = await startShop(dataDir, ports[deploy % 2 === 0 ? 0 : 1], children);
      // The proxy checks health each second.
      await pause(2000);
      const stopped = await stopShop(running);
      slowestStopMs = Math.max(slowestStopMs, stopped.ms);
      if (stopped.code !== 0) load.faults.push(`deploy ${deploy}: exit code ${stopped.code}`);
      running = next;
    }
    load.isOver = true;
    await Promise.all(work);
    load.faults.push(...compareCarts(dataDir, carts));
  } finally {
    load.isOver = true;
    for (const child of children) if (child.exitCode === null) child.kill('SIGKILL');
    await proxy?.end();
    rmSync(home, { recursive: true, force: true });
  }
  const { requests, writes, faults } = load;
  return { deploys, requests, writes, slowestStopMs: Math.round(slowestStopMs), spoiled, faults };
}

async function startShop(
  dataDir: string,
  port: number,
  children: ChildProcess[],
): Promise<ChildProcess> {
  const child = spawn(process.execPath, ['server/main.ts', '--api-only'], {
    stdio: ['ignore', 'pipe', 'inherit'],
    env: {
      ...process.env,
      NODE_ENV: 'test',
      DEMO: 'off',
      HOST: '127.0.0.1',
      PORT: String(port),
      DATA_DIR: dataDir,
      TRUST_PROXY: '127.0.0.1',
      LOG_LEVEL: 'error',
      LIMIT_FACTOR: '99999',
    },
  });
  children.push(child);
  await untilSaid(child, 'Pinwheel is running');
  return child;
}

/** Starts the first shop while requests wait for one. Of the proxies, only Caddy holds them. */
async function startWhileAsked(
  proxy: OpenProxy,
  load: Load,
  start: () => Promise<ChildProcess>,
): Promise<ChildProcess> {
  const agents = [agentOf(proxy, false), agentOf(proxy, false)] as const;
  const reading = send(proxy, agents[0], load, '/products/filter?page=1');
  // By then, Caddy knows that no shop is up.
  await pause(1000);
  const write = { buyer: 0, body: { productId: benchProductId(0) }, key: 'before-the-first-shop' };
  const adding = send(proxy, agents[1], load, '/cart/add', write);
  const shop = await start();
  await Promise.all([reading, adding]);
  const removing = { ...write, key: 'after-the-first-start' };
  await send(proxy, agents[1], load, '/cart/remove', removing);
  return shop;
}

async function stopShop(child: ChildProcess): Promise<{ code: number | null; ms: number }> {
  const startedAt = performance.now();
  const ended = once(child, 'exit') as Promise<[number | null]>;
  child.kill('SIGTERM');
  const [code] = await ended;
  return { code, ms: performance.now() - startedAt };
}

/** Sends one request through the proxy. Returns false, and records a fault, if it fails. */
async function send(
  { port, certificate }: OpenProxy,
  agent: http.Agent,
  load: Load,
  path: string,
  write?: { readonly buyer: number; readonly body: object; readonly key: string },
): Promise<boolean> {
  load.requests += 1;
  if (write) load.writes += 1;
  const { request } = certificate ? https : http;
  const sent = request({
    host: '127.0.0.1',
    port,
    servername: 'shop.example',
    ca: certificate ?? undefined,
    path: `/api${path}`,
    method: write ? 'POST' : 'GET',
    agent,
    headers: write && {
      'Content-Type': 'application/json',
      Authorization: `Bearer ${tokenOf(write.buyer)}`,
      'Idempotency-Key': write.key,
    },
  });
  sent.end(write && JSON.stringify(write.body));
  try {
    const [response] = await once(sent, 'response');
    const answer = await text(response);
    if (response.statusCode === 200) return true;
    load.faults.push(`${path} answered ${response.statusCode}: ${answer.slice(0, 200)}`);
  } catch (error) {
    load.faults.push(`${path} was not answered: ${error}`);
  }
  return false;
}

async function write(
  proxy: OpenProxy,
  buyer: number,
  cart: Set<string>,
  load: Load,
): Promise<void> {
  const agent = agentOf(proxy, true);
  for (let count = 0; !load.isOver; count += 1) {
    const productId = benchProductId((count * 7 + buyer) % designs);
    const kind = cart.has(productId) ? 'remove' : 'add';
    const key = `deploy-${buyer}-${count}`;
    const isStored = await send(proxy, agent, load, `/cart/${kind}`, {
      buyer,
      body: { productId },
      key,
    });
    if (!isStored) break;
    if (kind === 'add') cart.add(productId);
    else cart.delete(productId);
  }
  agent.destroy();
}

function agentOf({ certificate }: OpenProxy, keepAlive: boolean): http.Agent {
  return new (certificate ? https : http).Agent({ keepAlive, maxSockets: 1 });
}

/** Every other visitor opens a connection for each request. */
async function read(proxy: OpenProxy, visitor: number, load: Load): Promise<void> {
  const agent = agentOf(proxy, visitor % 2 === 0);
  for (let count = 0; !load.isOver; count += 1) {
    if (!(await send(proxy, agent, load, `/products/filter?page=${1 + (count % 2)}`))) break;
    await pause(2);
  }
  agent.destroy();
}

function compareCarts(dataDir: string, carts: readonly ReadonlySet<string>[]): string[] {
  const database = new DatabaseSync(join(dataDir, databaseFile), { readOnly: true });
  const lines = database.prepare('SELECT productId FROM cartLines WHERE accountId = ?');
  const faults = carts.flatMap((cart, buyer) => {
    const found = new Set(lines.all(buyerId(buyer)).map(({ productId }) => String(productId)));
    const isSame = found.size === cart.size && cart.isSubsetOf(found);
    return isSame ? [] : [`buyer ${buyer}: ${found.size} designs instead of ${cart.size}`];
  });
  database.close();
  return faults;
}
