import { createHash } from 'node:crypto';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Worker } from 'node:worker_threads';
import pg from 'pg';
import { callPath } from '#contract/shop/calls.ts';
import { createApp } from '#server/app.ts';
import { cartKind, listId } from '#server/lists/product-list.ts';
import { openPostgres } from '#server/platform/database/postgres.ts';
import { call } from '#tests/support/call.ts';
import { addBuyers, buyerId, tokenOf } from '#tests/support/numbered-buyers.ts';
import { servicesOver } from '#tests/support/services-over.ts';
import { runPostgres } from '#tests/support/start-postgres.ts';
import { benchProductId, fillDatabase } from '../bench/filled-database.ts';
import type { LoadPlan, LoadResult } from '../bench/load.ts';
import { median } from '../bench/median.ts';
import { onOwnCores } from './engines/own-cores.ts';
import { pgbenchLines, runPgbench } from './engines/pgbench.ts';
import { recordedStatements } from './engines/recorded-statements.ts';
import { type Spent, spentBetween, spentBy, spentInWords, spentTogether } from './engines/spent.ts';
import { killServer, startServer } from './trial-shop.ts';

/** So many shops on one PostgreSQL, beside pgbench; the medians of the rounds. */
export interface AddsReport {
  readonly shops: number;
  /** Durable adds a second. */
  readonly perSecond: number;
  /** The same statements a second. */
  readonly ofPgbench: number;
  readonly ratio: number;
  /** Transactions that were rolled back because others were in their way; `retries` of pgbench's. */
  readonly collisions: number;
  readonly retries: number;
  /** Of shops and of pgbench: the fewest adds of a round. */
  readonly fewest: number;
  readonly acknowledged: number;
  /** How many of them aren't there afterwards. */
  readonly missing: number;
  /** What each of the two used. */
  readonly used: { readonly shops: string; readonly pgbench: string };
}

const shopCounts = [1, 2, 3];
/** As many for the shops together as for pgbench; each shop has the same number. */
const clients = 24;
const rounds = 3;
/** With fewer adds in a round, connecting and planning would be measured. */
export const enoughAdds = 20 * clients;
const designs = 400;
const buyers = 1000;
/** No more than so many adds a second are prepared. */
const mostPerSecond = 2000;
/** Settings that let the server tell how long it waited for the disk. What is committed is on it. */
const settings = ['track_wal_io_timing=on'];

const keyOf = (place: number) => `trial-add-${place}`;
/** Each place is another buyer's or another design. */
const buyerAt = (place: number) => place % buyers;
const designAt = (place: number) => Math.floor(place / buyers) % designs;

function request(place: number): string {
  const body = JSON.stringify({ productId: benchProductId(designAt(place)) });
  const head = [
    `POST ${callPath('cartAdd')} HTTP/1.1`,
    'Host: trial',
    `Authorization: Bearer ${tokenOf(buyerAt(place))}`,
    `Idempotency-Key: ${keyOf(place)}`,
    'Content-Type: application/json',
    `Content-Length: ${body.length}`,
  ];
  return `${head.join('\r\n')}\r\n\r\n${body}`;
}

/**
 * Sends adds to a shop: the places that begin at `first` and are `step` apart. Returns those that it acknowledged.
 * @throws if one was refused
 */
async function load(
  port: number,
  connections: number,
  seconds: number,
  [first, step]: readonly [number, number],
): Promise<{ readonly places: readonly number[]; readonly perSecond: number }> {
  const places = Array.from({ length: seconds * mostPerSecond }, (_, at) => first + at * step);
  const requests = places.map(request);
  const plan: LoadPlan = { port, connections, milliseconds: seconds * 1000, requests };
  const { promise, resolve, reject } = Promise.withResolvers<LoadResult>();
  const worker = new Worker(new URL('../bench/load.ts', import.meta.url), { workerData: plan });
  worker.once('message', resolve);
  worker.once('error', reject);
  const { answered, perSecond, statuses } = await promise;
  if (Object.keys(statuses).join() !== '200' || answered > places.length) {
    throw new Error(`${answered} adds of ${places.length} answered: ${JSON.stringify(statuses)}`);
  }
  return { places: places.slice(0, answered), perSecond };
}

/** Adds designs and buyers, and returns what one add sends, as lines for pgbench. */
async function prepare(url: string, folder: string): Promise<readonly string[]> {
  const database = await openPostgres(url);
  try {
    await fillDatabase(database, designs);
    await addBuyers(database, buyers);
    const app = createApp(await servicesOver(database, { DATA_DIR: folder }));
    const key = keyOf(0);
    const token = tokenOf(0);
    const productId = benchProductId(0);
    const add = () => call(app, 'cartAdd', { token, key, body: { productId } });
    const batches = await recordedStatements(add);
    const [, commitId = ''] =
      /INTO commits .*'(\w+)'/s.exec(batches.at(-1)?.at(-1)?.text ?? '') ?? [];
    const idOf = (name: string) => `left(encode(sha256(convert_to(${name}, 'UTF8')), 'hex'), 24)`;
    const account = idOf("'numbered buyer ' || cast(:buyer as text)");
    const computed = {
      [key]: "('trial-add-' || cast(:place as text))",
      [commitId]: idOf("'commit ' || cast(:place as text)"),
      [createHash('sha256').update(token).digest('hex')]:
        "encode(sha256(convert_to('token-of-numbered-buyer-' || cast(:buyer as text), 'UTF8')), 'hex')",
      [productId]: idOf("'bench product ' || cast(:design as text)"),
      [listId(cartKind, buyerId(0))]: idOf(`E'cart\\072' || ${account}`),
      [buyerId(0)]: account,
    };
    return [
      '\\set turn :turn + 1',
      '\\set place :turn * :clients + :client_id',
      `\\set buyer :place % ${buyers}`,
      `\\set design :place / ${buyers} % ${designs}`,
      ...pgbenchLines(batches, computed),
    ];
  } finally {
    await database.close();
  }
}

/** How many acknowledged adds are missing. */
async function missingOf(client: pg.Client, places: readonly number[]): Promise<number> {
  const lines = await client.query('SELECT "accountId", "productId" FROM "cartLines"');
  const answers = await client.query('SELECT key FROM "idempotencyAnswers"');
  const inCarts = new Set(lines.rows.map((row) => `${row.accountId} ${row.productId}`));
  const keys = new Set(answers.rows.map((row) => row.key));
  return places.filter(
    (place) =>
      !keys.has(keyOf(place)) ||
      !inCarts.has(`${buyerId(buyerAt(place))} ${benchProductId(designAt(place))}`),
  ).length;
}

/** The databases of the shops and of pgbench: the same rows on one server. */
interface Place {
  readonly folder: string;
  readonly lines: readonly string[];
  readonly urls: { readonly shops: string; readonly pgbench: string };
  /** Connections of this process. */
  readonly watching: { readonly shops: pg.Client; readonly pgbench: pg.Client };
}

/** No adds, and what was written before is on the disk. */
async function clear(client: pg.Client): Promise<void> {
  await client.query(
    'TRUNCATE commits, carts, "cartLines", "idempotencyAnswers", "rateLimits" CASCADE',
  );
  await client.query('VACUUM ANALYZE');
  await client.query('CHECKPOINT');
}

async function rollbacks(client: pg.Client): Promise<number> {
  const { rows } = await client.query(
    'SELECT xact_rollback AS count FROM pg_stat_database WHERE datname = current_database()',
  );
  return Number(rows[0].count);
}

interface Measured {
  readonly adds: number;
  readonly perSecond: number;
  readonly spent: Spent;
}

/** Runs `work` over empty carts, and returns what it did and used. */
async function measured(
  client: pg.Client,
  pids: readonly number[],
  work: () => Promise<Omit<Measured, 'spent'>>,
): Promise<Measured> {
  await clear(client);
  const before = await spentBy(client, pids);
  const done = await work();
  return { ...done, spent: spentBetween(before, await spentBy(client, pids)) };
}

const sumOf = (numbers: readonly number[]) => numbers.reduce((sum, each) => sum + each, 0);

function usedBy(all: readonly Measured[]): string {
  const spent = all.map((each) => each.spent).reduce(spentTogether);
  return spentInWords(spent, sumOf(all.map(({ adds }) => adds)));
}

async function compare(at: Place, shops: number, seconds: number): Promise<AddsReport> {
  const { folder, lines, urls, watching } = at;
  const before = await rollbacks(watching.shops);
  const running = await Promise.all(
    Array.from({ length: shops }, () => startServer(folder, 16, urls.shops)),
  );
  const pids = running.map(({ child }) => child.pid ?? 0);
  const ours: Measured[] = [];
  const theirs: Measured[] = [];
  const loadAll = () =>
    Promise.all(
      running.map(({ port }, shop) => load(port, clients / shops, seconds, [shop, shops])),
    );
  let missing = 0;
  let retries = 0;
  try {
    // Compiles what runs often.
    await loadAll();
    for (let round = 0; round < rounds; round += 1) {
      const addInShops = async () => {
        const loads = await loadAll();
        missing += await missingOf(
          watching.shops,
          loads.flatMap(({ places }) => places),
        );
        return {
          adds: sumOf(loads.map(({ places }) => places.length)),
          perSecond: sumOf(loads.map(({ perSecond }) => perSecond)),
        };
      };
      ours.push(await measured(watching.shops, pids, addInShops));
      const addInPgbench = async () => {
        const plan = { clients, seconds, folder };
        const { done, perSecond, ...other } = await runPgbench(urls.pgbench, lines, plan);
        retries += other.retries;
        const { rows } = await watching.pgbench.query('SELECT count(*) FROM "cartLines"');
        if (Number(rows[0].count) !== done)
          throw new Error(`pgbench made ${rows[0].count} of ${done} adds`);
        return { adds: done, perSecond };
      };
      theirs.push(await measured(watching.pgbench, [], addInPgbench));
    }
  } finally {
    await Promise.all(running.map(({ child }) => killServer(child)));
  }
  return {
    shops,
    perSecond: median(ours.map(({ perSecond }) => perSecond)),
    ofPgbench: median(theirs.map(({ perSecond }) => perSecond)),
    ratio: median(ours.map(({ perSecond }, round) => perSecond / (theirs[round]?.perSecond ?? 0))),
    collisions: (await rollbacks(watching.shops)) - before,
    retries,
    fewest: Math.min(...[...ours, ...theirs].map(({ adds }) => adds)),
    acknowledged: sumOf(ours.map(({ adds }) => adds)),
    missing,
    used: { shops: usedBy(ours), pgbench: usedBy(theirs) },
  };
}

/**
 * Measures durable adds to carts, for so many seconds at a time, by one, two and three shops on one PostgreSQL,
 * in turn with pgbench, which repeats the statements of an add with as many clients.
 */
export async function addOnPostgres(seconds: number): Promise<readonly AddsReport[]> {
  const folder = await mkdtemp(join(tmpdir(), 'pinwheel-adds-'));
  const postgres = await onOwnCores(() => runPostgres(settings));
  const clientsOpen: pg.Client[] = [];
  const connect = async (name: string) => {
    const client = new pg.Client(postgres.url + name);
    await client.connect();
    clientsOpen.push(client);
    return client;
  };
  try {
    const urls = { shops: `${postgres.url}postgres`, pgbench: `${postgres.url}pgbench` };
    const lines = await prepare(urls.shops, folder);
    await (await connect('template1')).query('CREATE DATABASE pgbench TEMPLATE postgres');
    const watching = { shops: await connect('postgres'), pgbench: await connect('pgbench') };
    const reports: AddsReport[] = [];
    for (const shops of shopCounts) {
      reports.push(await compare({ folder, lines, urls, watching }, shops, seconds));
    }
    return reports;
  } finally {
    await Promise.all(clientsOpen.map((client) => client.end()));
    await postgres.end();
    await rm(folder, { recursive: true });
  }
}

export function addsTable(reports: readonly AddsReport[]): string {
  const rows = reports.map(
    ({ shops, perSecond, ofPgbench, ratio, collisions, retries }) =>
      `| ${shops} | ${perSecond.toFixed(0)} | ${ofPgbench.toFixed(0)} | ${ratio.toFixed(2)} | ${collisions} | ${retries} |`,
  );
  const used = reports.flatMap((each) => [
    `${each.shops} shops: ${each.used.shops}`,
    `pgbench beside them: ${each.used.pgbench}`,
  ]);
  const head = [
    `${clients} clients, medians of ${rounds} rounds in turn`,
    '| shops | adds a second | pgbench, the same statements | ratio | collisions | pgbench’s |',
    '|---|---|---|---|---|---|',
  ];
  return `${[...head, ...rows, ...used].join('\n')}\n`;
}
