import { type ChildProcess, fork, spawn } from 'node:child_process';
import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import { cpus, loadavg } from 'node:os';
import { setTimeout } from 'node:timers/promises';
import { Worker } from 'node:worker_threads';
import { emailOf, tokenOf } from '#tests/support/numbered-buyers.ts';
import { freePort } from '#tests/support/run-shop.ts';
import { copyStudio, drawnStudio } from '#tests/support/test-studio.ts';
import { accountTiming } from './account-timing.ts';
import type { BareAnswer } from './bare-server.ts';
import {
  connections,
  type Engine,
  emptyFolder,
  filledFolder,
  moveToPostgres,
  removeShops,
  shopSettings,
} from './bench-shops.ts';
import { benchCloth } from './cloth.ts';
import { benchColors } from './colors.ts';
import { benchCategoryIds, benchProductId } from './filled-database.ts';
import { benchLarge } from './large.ts';
import { benchLists } from './lists.ts';
import type { LoadPlan, LoadResult } from './load.ts';
import { median } from './median.ts';
import { benchPhone } from './phone.ts';
import { benchSearch, spent } from './search.ts';
import { benchSlowLine } from './slow-line.ts';

/**
 * Measures speed as ratios within one run: the two sides alternate, round by round, and the median of the
 * rounds counts, so that a drifting machine doesn't decide.
 */

const rounds = 5;
const roundMs = 1500;
const folder = (name: string) => new URL(name, import.meta.url);
const children: ChildProcess[] = [];

function load(
  port: number,
  requests: readonly string[],
  milliseconds = roundMs,
): Promise<LoadResult> {
  const plan: LoadPlan = { port, connections, milliseconds, requests };
  const { promise, resolve, reject } = Promise.withResolvers<LoadResult>();
  const worker = new Worker(folder('./load.ts'), { workerData: plan });
  worker.once('message', resolve);
  worker.once('error', reject);
  return promise;
}

function portOf(child: ChildProcess): Promise<number> {
  children.push(child);
  const { promise, resolve, reject } = Promise.withResolvers<number>();
  child.once('message', (message: { port: number }) => resolve(message.port));
  child.once('exit', (code) => reject(new Error(`a server ended with ${code}`)));
  return promise;
}

/** Ends all servers, so that none takes time from the next measurement. */
async function endServers(): Promise<void> {
  for (const child of children.splice(0)) {
    const ended = once(child, 'exit');
    if (child.kill()) await ended;
  }
}

async function shopOver(
  count: number,
  engine: Engine,
): Promise<{ port: number; directory: string }> {
  const directory = await filledFolder(count);
  if (engine === 'PostgreSQL') await moveToPostgres(directory);
  return { port: await startShop(directory), directory };
}

/** `answerBytes`: memory for cached answers; the shop's own setting by default. */
function forkShop(directory: string, answerBytes?: number): ChildProcess {
  const more = answerBytes === undefined ? [] : [String(answerBytes)];
  const execArgv = ['--import', folder('../../server/small-heap.ts').href];
  const env = { ...process.env, ...shopSettings(directory) };
  return fork(folder('./shop-server.ts'), more, { execArgv, env });
}

const startShop = (directory: string, answerBytes?: number) =>
  portOf(forkShop(directory, answerBytes));

const get = (path: string, headers = '') => `GET ${path} HTTP/1.1\r\nHost: bench\r\n${headers}\r\n`;

/** Adds by as many buyers in turn as there are connections. */
function addToCart(place: number): string {
  const body = JSON.stringify({ productId: benchProductId(Math.floor(place / connections)) });
  const account = place % connections;
  return `POST /api/cart/add HTTP/1.1\r\nHost: bench\r\nAuthorization: Bearer ${tokenOf(account)}\r\nIdempotency-Key: bench-${process.pid}-${place}\r\nContent-Type: application/json\r\nContent-Length: ${body.length}\r\n\r\n${body}`;
}

/** The ratio of ours to the baseline, round by round. */
async function ratio(
  ours: { port: number; requests: readonly string[] },
  yardstick: { port: number; requests: readonly string[] },
  status = '200',
): Promise<{ ratio: number; ours: number; yardstick: number }> {
  const pairs: { ours: number; yardstick: number }[] = [];
  await load(ours.port, ours.requests, 500);
  await load(yardstick.port, yardstick.requests, 500);
  for (let round = 0; round < rounds; round++) {
    const a = await load(ours.port, ours.requests);
    const b = await load(yardstick.port, yardstick.requests);
    if (Object.keys(a.statuses).join() !== status)
      throw new Error(`answered ${JSON.stringify(a.statuses)}`);
    pairs.push({ ours: a.perSecond, yardstick: b.perSecond });
  }
  return {
    ratio: median(pairs.map((pair) => pair.ours / pair.yardstick)),
    ours: median(pairs.map((pair) => pair.ours)),
    yardstick: median(pairs.map((pair) => pair.yardstick)),
  };
}

/** Starts the whole server like `npm start`, and returns how long it took to answer. */
async function startMain(directory: string): Promise<{ ms: number; pid: number; port: number }> {
  const port = await freePort();
  const startedAt = performance.now();
  const child = spawn(process.execPath, ['server/main.ts'], {
    stdio: 'ignore',
    env: {
      ...process.env,
      HOST: '127.0.0.1',
      PORT: String(port),
      ...shopSettings(directory),
      LOG_LEVEL: 'silent',
    },
  });
  children.push(child);
  for (;;) {
    try {
      const response = await fetch(`http://127.0.0.1:${port}/api/products/filter?page=1`);
      await response.arrayBuffer();
      return { ms: performance.now() - startedAt, pid: child.pid ?? 0, port };
    } catch {
      await setTimeout(5);
    }
  }
}

/** Resident memory after the server has settled, in MB. */
async function idleMemory(pid: number): Promise<number> {
  await setTimeout(10_000);
  const status = readFileSync(`/proc/${pid}/status`, 'utf8');
  return Number(/VmRSS:\s+(\d+)/.exec(status)?.[1] ?? Number.NaN) / 1024;
}

let isGood = true;
/** The figures of each measurement, by engine. */
const figures = new Map<string, Partial<Record<Engine, number>>>();
let measured: Engine = 'SQLite';

function report(what: string, figure: number, limit: string, holds: boolean, detail: string): void {
  isGood &&= holds;
  figures.set(what, { ...figures.get(what), [measured]: figure });
  process.stdout.write(
    `${holds ? 'ok  ' : 'MISS'} ${what}: ${figure.toFixed(2)} (${limit}) ${detail}\n`,
  );
}

/** Different filters, sorts and pages, in an order that no cache helps with. */
function differentQueries(count: number): string[] {
  const sorts = ['newest', 'oldest', 'price-low-high', 'price-high-low', 'a-z', 'z-a'];
  return Array.from({ length: count }, (_, place) => {
    const step = (place * 7919) % count;
    const query = new URLSearchParams({
      page: String(1 + (step % 9)),
      sort: sorts[step % 6] ?? '',
      category: benchCategoryIds.slice(step % 8, (step % 8) + 1 + (step % 3)).join(','),
      minPrice: String(step % 13),
      maxPrice: String(20 + (step % 27)),
      ...(step % 2 === 0 && { designer: 'Juniper Moon' }),
    });
    return get(`/api/products/filter?${query}`);
  });
}

interface Asked {
  readonly path: string;
  /** Of the request, each with its line end. */
  readonly headers?: string;
  readonly answer: BareAnswer;
}

/** What the shop answers at a path, for a bare server to give the same. */
async function asked(port: number, path: string): Promise<Asked> {
  const response = await fetch(`http://127.0.0.1:${port}${path}`, {
    headers: { 'Accept-Encoding': 'identity' },
  });
  const headers = Object.fromEntries(response.headers);
  for (const ofTransport of ['connection', 'keep-alive', 'date', 'content-length']) {
    delete headers[ofTransport];
  }
  return { path, answer: { status: response.status, headers, body: await response.text() } };
}

async function startBare(answer: BareAnswer): Promise<number> {
  const bare = fork(folder('./bare-server.ts'));
  bare.send(answer);
  return portOf(bare);
}

/** Reports the shop's ratio to a bare server that sends the same. */
async function againstBare(
  what: string,
  port: number,
  { path, headers, answer }: Asked,
  least: number,
): Promise<void> {
  const requests = [get(path, headers)];
  const bare = { port: await startBare(answer), requests };
  const found = await ratio({ port, requests }, bare, String(answer.status));
  const limit = `≥ ${least.toFixed(2)}`;
  report(what, found.ratio, limit, found.ratio >= least, requestsPerSecond(found));
}

const requestsPerSecond = (measured: { ours: number; yardstick: number }) =>
  `${Math.round(measured.ours)} against ${Math.round(measured.yardstick)} a second`;

async function benchServer(engine: Engine): Promise<void> {
  measured = engine;
  process.stdout.write(
    `${engine}: ${rounds} rounds of ${roundMs} ms, ${connections} connections, medians\n`,
  );
  const shop = await shopOver(10_000, engine);
  const filtered = `/api/products/filter?category=${benchCategoryIds[1]}&sort=price-low-high&minPrice=5&page=2`;
  for (const [what, path, least] of [
    ['page 1', '/api/products/filter?page=1', 0.8],
    ['a filtered and sorted page', filtered, 0.78],
    ['all designs', '/api/products', 0.9],
    ['a search', '/api/products/search?query=sleepy', 0.75],
    ['the home page’s document', '/', 0.75],
  ] as const) {
    await againstBare(`${what}, of a bare server`, shop.port, await asked(shop.port, path), least);
  }
  const page = await asked(shop.port, '/api/products/filter?page=1');
  const known = { ...page, headers: `If-None-Match: ${page.answer.headers.etag}\r\n` };
  const unchanged = { ...page.answer, status: 304, body: '' };
  await againstBare('a conditional request', shop.port, { ...known, answer: unchanged }, 0.9);

  const bare = await startBare(page.answer);
  const uncached = { port: await startShop(shop.directory, 0), requests: differentQueries(1000) };
  const different = await ratio(uncached, { port: bare, requests: [get('/')] });
  report(
    '1,000 different listings, none kept',
    different.ratio,
    '≥ 0.35',
    different.ratio >= 0.35,
    requestsPerSecond(different),
  );

  const adds = Array.from({ length: 400 * connections }, (_, place) => addToCart(place));
  const carts = await load(shop.port, adds, 4000);
  // `npm run trials -- --engines` compares PostgreSQL with what its server can do.
  const enough = engine === 'SQLite' ? 1000 : 1;
  report(
    'durable adds to cart a second',
    carts.perSecond,
    `≥ ${enough}`,
    carts.perSecond >= enough,
    JSON.stringify(carts.statuses),
  );

  const emails = Array.from({ length: connections }, (_, place) => emailOf(place));
  for (const name of ['login', 'sendOtp'] as const) {
    const timing = await accountTiming(shop.port, name, emails);
    report(
      `${name}: how well 2,000 answers' times tell known from unknown e-mails, AUC`,
      timing.auc,
      '≤ 0.55',
      timing.auc <= 0.55,
      `unknown ${timing.unknown.toFixed(1)}, known ${timing.known.toFixed(1)} ms`,
    );
  }

  const small = await shopOver(1000, engine);
  const large = await shopOver(100_000, engine);
  const sizes = await ratio(
    { port: small.port, requests: [get('/api/products/filter?page=1')] },
    { port: large.port, requests: [get('/api/products/filter?page=1')] },
  );
  report(
    'page 1 with 100,000 designs costs, times 1,000',
    sizes.ratio,
    '≤ 1.30',
    sizes.ratio <= 1.3,
    requestsPerSecond(sizes),
  );

  const starts: number[] = [];
  await endServers();
  for (let round = 0; round < rounds; round++) {
    starts.push((await startMain(small.directory)).ms);
    await endServers();
  }
  const start = median(starts);
  report('ms from start to the first answer, 1,000 designs', start, '≤ 700', start <= 700, '');

  const demo = emptyFolder();
  copyStudio(await drawnStudio(), demo);
  if (engine === 'PostgreSQL') await moveToPostgres(demo);
  const { pid, port } = await startMain(demo);
  for (const path of ['/', '/shop', '/api/products']) {
    await (await fetch(`http://127.0.0.1:${port}${path}`)).arrayBuffer();
  }
  const megabytes = await idleMemory(pid);
  report('MB of memory, idle with the demo', megabytes, '≤ 150', megabytes <= 150, '');
  await endServers();
}

/**
 * What listings of a shop on PostgreSQL cost, of what they cost on SQLite, in turn and in CPU: the engines are measured
 * minutes apart above, and a machine is rarely quiet.
 */
async function compareListings(): Promise<void> {
  const onSqlite = await filledFolder(10_000);
  const onPostgres = await filledFolder(10_000);
  await moveToPostgres(onPostgres);
  const listings = [
    ['page 1', [get('/api/products/filter?page=1')], undefined],
    ['1,000 different listings, none kept', differentQueries(1000), 0],
  ] as const;
  for (const [what, requests, answerBytes] of listings) {
    const shops = [onPostgres, onSqlite].map((directory) => forkShop(directory, answerBytes));
    const servers = await Promise.all(
      shops.map(async (shop) => ({ shop, port: await portOf(shop) })),
    );
    const costs: number[] = [];
    // The first round lets the compiler warm up. Each shop goes first in every other one.
    for (let round = -1; round < 2 * rounds; round++) {
      const perAnswer = new Map<ChildProcess, number>();
      for (const { shop, port } of round % 2 === 0 ? servers : servers.toReversed()) {
        const before = await spent(shop);
        const { answered } = await load(port, requests);
        perAnswer.set(shop, ((await spent(shop)).cpuMs - before.cpuMs) / answered);
      }
      const [postgres = 0, sqlite = 0] = shops.map((shop) => perAnswer.get(shop));
      if (round >= 0) costs.push(postgres / sqlite);
    }
    const cost = median(costs);
    const each = costs.map((each) => each.toFixed(2)).join(', ');
    report(`${what}: CPU with PostgreSQL, of that with SQLite`, cost, '≤ 1.20', cost <= 1.2, each);
    await endServers();
  }
}

/** The figures of both engines side by side. */
function printComparison(): void {
  process.stdout.write('\n| | SQLite | PostgreSQL |\n|---|---|---|\n');
  for (const [what, { SQLite, PostgreSQL }] of figures) {
    const [one, other] = [SQLite, PostgreSQL].map((figure) => figure?.toFixed(2) ?? '–');
    process.stdout.write(`| ${what} | ${one} | ${other} |\n`);
  }
}

try {
  process.stdout.write(
    `${cpus().length} × ${cpus()[0]?.model ?? 'unknown'}, load ${loadavg()[0]?.toFixed(2)}\n`,
  );
  // `--phone`: only what runs in a browser; `--search`: only searches; `--lists`: only the studio's lists; `--colors`: only
  // the comparison of colours; `--cloth`: only the cloth bench; `--slow-line`: only first visits on a slow line. Never by
  // default: `--postgres`, the server on SQLite and on PostgreSQL, and `--large [PART]`, a large shop on PostgreSQL or that
  // part of it.
  const parts = [
    '--phone',
    '--search',
    '--lists',
    '--colors',
    '--cloth',
    '--slow-line',
    '--postgres',
    '--large',
  ];
  const isAll = !parts.some((part) => process.argv.includes(part));
  if (isAll || process.argv.includes('--postgres')) await benchServer('SQLite');
  if (process.argv.includes('--postgres')) {
    await benchServer('PostgreSQL');
    await compareListings();
    printComparison();
  }
  if (isAll || process.argv.includes('--search')) await benchSearch(report, filledFolder);
  if (isAll || process.argv.includes('--lists')) await benchLists(report, filledFolder);
  if (isAll || process.argv.includes('--colors')) await benchColors(report);
  if (isAll || process.argv.includes('--cloth')) await benchCloth(report);
  if (isAll || process.argv.includes('--slow-line')) await benchSlowLine(report);
  if (isAll || process.argv.includes('--phone')) await benchPhone(report);
  const large = process.argv.indexOf('--large');
  if (large > 0) await benchLarge(report, Number(process.argv[large + 1] ?? 1));
} finally {
  await endServers();
  await removeShops();
}
process.exitCode = isGood ? 0 : 1;
