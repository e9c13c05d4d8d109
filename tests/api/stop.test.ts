import { once } from 'node:events';
import { Agent, request } from 'node:http';
import { connect, type Socket } from 'node:net';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { text } from 'node:stream/consumers';
import { setTimeout as pause } from 'node:timers/promises';
import { afterEach, expect, test } from 'vitest';
import { databaseFile, openSqlite } from '#server/platform/database/sqlite.ts';
import { addBuyers, buyerId, tokenOf } from '#tests/support/numbered-buyers.ts';
import { type RunningShop, runShop } from '#tests/support/run-shop.ts';
import { benchProductId, fillDatabase } from '../bench/filled-database.ts';
import { registration } from '../trials/trial-shop.ts';

const clients = 8;
const designs = 40;
let shop: RunningShop | null = null;

afterEach(async () => {
  await shop?.end();
  shop = null;
});

async function startShop(settings: Readonly<Record<string, string>> = {}): Promise<RunningShop> {
  const fill = async (dataDir: string) => {
    const database = await openSqlite(dataDir);
    await fillDatabase(database, designs);
    await addBuyers(database, clients);
    await database.close();
  };
  shop = await runShop({ DEMO: 'off', ...settings }, fill, ['--api-only']);
  return shop;
}

interface Answer {
  readonly status: number;
  readonly connection: string | undefined;
}

/** Null if the server refused the connection; rejects if it accepted one and cut it. */
async function post(
  { url }: RunningShop,
  path: string,
  body: object,
  { agent, buyer }: { readonly agent?: Agent; readonly buyer?: number } = {},
): Promise<Answer | null> {
  const sent = request(`${url}/api${path}`, {
    method: 'POST',
    ...(agent && { agent }),
    headers: {
      'Content-Type': 'application/json',
      ...(buyer !== undefined && { Authorization: `Bearer ${tokenOf(buyer)}` }),
    },
  });
  sent.end(JSON.stringify(body));
  try {
    const [response] = await once(sent, 'response');
    await text(response);
    return { status: response.statusCode, connection: response.headers.connection };
  } catch (error) {
    if (Reflect.get(error as object, 'syscall') === 'connect') return null;
    throw error;
  }
}

async function connectTo({ url }: RunningShop): Promise<Socket> {
  const socket = connect(Number(new URL(url).port), '127.0.0.1');
  await once(socket, 'connect');
  return socket;
}

/** A request that takes a while, because it hashes a password. */
function register(email: string): string {
  const body = JSON.stringify(registration(email));
  return `POST /api/users/register HTTP/1.1\r\nHost: shop\r\nContent-Type: application/json\r\nContent-Length: ${body.length}\r\n\r\n${body}`;
}

function inDatabase({ dataDir }: RunningShop, statement: string, ...values: string[]) {
  const database = new DatabaseSync(join(dataDir, databaseFile), { readOnly: true });
  try {
    return database.prepare(statement).all(...values);
  } finally {
    database.close();
  }
}

/** Adds and removes designs over one connection until the server refuses more. */
async function writeUntilRefused(running: RunningShop, buyer: number, onAnswer: () => void) {
  const agent = new Agent({ keepAlive: true, maxSockets: 1 });
  const cart = new Set<string>();
  const connections: (string | undefined)[] = [];
  try {
    for (let count = 0; ; count += 1) {
      const productId = benchProductId((count * 7) % designs);
      const kind = cart.has(productId) ? 'remove' : 'add';
      const answer = await post(running, `/cart/${kind}`, { productId }, { agent, buyer });
      if (!answer) return { cart, connections };
      expect(answer.status).toBe(200);
      connections.push(answer.connection);
      if (kind === 'add') cart.add(productId);
      else cart.delete(productId);
      onAnswer();
    }
  } finally {
    agent.destroy();
  }
}

test('after SIGTERM, busy connections get their answers, new ones are refused, and the server exits with 0', async () => {
  const running = await startShop();
  let answered = 0;
  const isBusy = Promise.withResolvers<void>();
  const work = Array.from({ length: clients }, (_, buyer) =>
    writeUntilRefused(running, buyer, () => {
      answered += 1;
      if (answered === 200) isBusy.resolve();
    }),
  );
  await isBusy.promise;
  const ended = running.stop();
  const devices = await Promise.all(work);
  const { code, ms } = await ended;

  expect(code).toBe(0);
  expect(ms).toBeLessThan(10_000);
  for (const [buyer, { cart, connections }] of devices.entries()) {
    expect(connections.indexOf('close')).toBe(connections.length - 1);
    const rows = inDatabase(
      running,
      'SELECT productId FROM cartLines WHERE accountId = ?',
      buyerId(buyer),
    );
    expect(new Set(rows.map(({ productId }) => productId))).toEqual(cart);
  }
});

test('answers requests on connections that the server has not read yet', async () => {
  const running = await startShop();
  const sockets = await Promise.all(Array.from({ length: 30 }, () => connectTo(running)));
  for (const [count, socket] of sockets.entries())
    socket.write(register(`stop-${count}@shop.example`));
  const ended = running.stop();
  const answers = await Promise.all(sockets.map((socket) => text(socket)));

  expect(answers.filter((answer) => !answer.startsWith('HTTP/1.1 200'))).toEqual([]);
  expect(await ended).toMatchObject({ code: 0 });
  expect(
    inDatabase(running, "SELECT count(*) AS count FROM accounts WHERE email LIKE 'stop-%'"),
  ).toEqual([{ count: 30 }]);
});

test('answers all requests sent one after another on one connection', async () => {
  const running = await startShop();
  const socket = await connectTo(running);
  const quick = 'GET /api/products/filter?page=1 HTTP/1.1\r\nHost: shop\r\n\r\n';
  // Enough that the signal comes before the last is answered, however busy the machine is.
  const slow = Array.from({ length: 5 }, (_, count) => register(`slow-${count}@shop.example`));
  socket.write(slow.join('') + quick + register('last@shop.example'));
  const ended = running.stop();
  const answers = await text(socket);

  expect(answers.match(/HTTP\/1\.1 2\d\d/g)).toHaveLength(slow.length + 2);
  expect(answers.match(/^Connection: close/gim)).toHaveLength(1);
  expect(await ended).toMatchObject({ code: 0 });
});

test('a client that is refused before its body is read is told to go, too', async () => {
  const running = await startShop();
  const agent = new Agent({ keepAlive: true, maxSockets: 1 });
  const path = '/cart/add';
  const body = { productId: benchProductId(1), note: 'x'.repeat(60_000) };
  expect(await post(running, path, body, { agent })).toEqual({
    status: 401,
    connection: 'keep-alive',
  });
  const ended = running.stop();
  // Posts on the same connection until it is told that this one closes.
  let answer: Answer | null;
  do answer = await post(running, path, body, { agent });
  while (answer?.connection === 'keep-alive');
  agent.destroy();

  expect(answer).toEqual({ status: 401, connection: 'close' });
  const { code, ms } = await ended;
  expect(code).toBe(0);
  expect(ms).toBeLessThan(10_000);
});

test('while it runs, it keeps an idle connection for longer than proxies do', async () => {
  const running = await startShop();
  const { headers } = await fetch(`${running.url}/api/health`);
  // Of the common ones, Caddy keeps its own for the longest, 2 minutes.
  expect(Number(/timeout=(\d+)/.exec(headers.get('keep-alive') ?? '')?.[1])).toBeGreaterThan(120);
});

test("an idle connection does not delay the server's exit", async () => {
  const running = await startShop();
  const socket = await connectTo(running);
  const closed = once(socket, 'close');
  const { code, ms } = await running.stop();
  await closed;

  expect(code).toBe(0);
  expect(ms).toBeLessThan(10_000);
});

test('behind a proxy, the server reports that it is stopping while it still answers everything else', async () => {
  const running = await startShop({ TRUST_PROXY: '127.0.0.1' });
  const stoppedAt = performance.now();
  const ended = running.stop();
  const statusOf = async (path: string) => (await fetch(running.url + path)).status;
  let seen = { health: 200, page: 200 };
  while (seen.health === 200) {
    const [health, page] = await Promise.all(
      ['/api/health', '/api/products/filter?page=1'].map(statusOf),
    );
    seen = { health: health ?? 0, page: page ?? 0 };
  }

  expect(seen).toEqual({ health: 503, page: 200 });
  // A proxy checks health each second, opening connections until it has the answer.
  const agent = new Agent({ keepAlive: false });
  const isAnswered = async () => (await post(running, '/cart/add', {}, { agent })) !== null;
  // Not until it closes: what connects in that moment is reset by the kernel, which no server can prevent.
  while (performance.now() - stoppedAt < 2000) {
    expect(await isAnswered()).toBe(true);
    await pause(20);
  }
  expect(await ended).toMatchObject({ code: 0 });
  expect(await isAnswered()).toBe(false);
});
