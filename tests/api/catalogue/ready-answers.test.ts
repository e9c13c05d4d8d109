import { once } from 'node:events';
import { Agent, type IncomingHttpHeaders, request } from 'node:http';
import type { AddressInfo } from 'node:net';
import { buffer } from 'node:stream/consumers';
import { setImmediate as turn } from 'node:timers/promises';
import { beforeEach, expect, onTestFinished, test } from 'vitest';
import { createApp } from '#server/app.ts';
import { openMetrics } from '#server/operations/metrics.ts';
import { type DrainableServer, openServer } from '#server/platform/http/open-server.ts';
import { createReadyAnswers } from '#server/platform/http/ready-answers.ts';
import { withRequestIds } from '#server/platform/http/request-id.ts';
import { addProduct } from '#tests/support/add-product.ts';
import { makeServices, type TestServices } from '#tests/support/make-services.ts';
import { paperShop } from '#tests/support/paper-shop.ts';

let services: TestServices;
let id: string;
/** The requests that reached the app. */
let asked: string[];
let ask: (
  path: string,
  headers?: Record<string, string>,
  method?: string,
  agent?: Agent,
) => Promise<Answer>;
let opened: DrainableServer;
const metrics = openMetrics();

interface Answer {
  readonly status: number | undefined;
  /** Without the date and the request's id, which each has for itself. */
  readonly headers: IncomingHttpHeaders;
  readonly requestId: unknown;
  readonly body: Buffer;
}

/** The answer as it is sent, over a connection of its own unless an agent keeps one. */
async function send(
  port: number,
  path: string,
  headers: Record<string, string> = {},
  method = 'GET',
  agent: Agent | false = false,
): Promise<Answer> {
  const sent = request({ host: '127.0.0.1', port, path, method, headers, agent }).end();
  const [response] = await once(sent, 'response');
  const { date, 'x-request-id': requestId, ...others } = response.headers as IncomingHttpHeaders;
  const body = await buffer(response);
  return { status: response.statusCode, headers: others, requestId, body };
}

async function open(answerBytes: number): Promise<void> {
  services = await makeServices({ shop: paperShop(), answerBytes });
  id = await addProduct(services, {
    title: 'Sleepy Fox',
    description: `<p>${'Soft. '.repeat(300)}</p>`,
  });
  await services.catalogue.refresh();
  const ready = createReadyAnswers(services.env, services.catalogue);
  const app = createApp(services, undefined, ready);
  asked = [];
  const seen: Pick<typeof app, 'fetch'> = {
    fetch(...call) {
      asked.push(call[0].url);
      return app.fetch(...call);
    },
  };
  opened = openServer(withRequestIds(seen, services.env), '127.0.0.1', metrics.countedReady(ready));
  const { server } = opened;
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  onTestFinished(() => void server.close());
  const { port } = server.address() as AddressInfo;
  ask = (...call) => send(port, ...call);
}

beforeEach(() => open(1_000_000));

test.each([
  ['/api/products/filter?page=1', {}],
  ['/api/products/filter?page=1', { 'Accept-Encoding': 'gzip, br' }],
  ['/api/products/filter?page=1', { 'Accept-Encoding': 'gzip' }],
  ['/api/products/filter?page=1', { 'If-None-Match': '*' }],
  ['/api/products/search?query=fox', {}],
  ['/shop?utm=x', {}],
  ['/checkout', {}],
  ['/', { 'Accept-Encoding': 'br' }],
])('the second answer to %s is the first, without the app', async (path, headers) => {
  const first = await ask(path, headers);
  const second = await ask(path, headers);

  expect(second).toEqual({ ...first, requestId: expect.stringMatching(/^[\da-f-]{36}$/) });
  expect(second.requestId).not.toBe(first.requestId);
  expect(asked).toHaveLength(1);
});

test('a changed design is in the next answer', async () => {
  const paths = ['/api/products/filter', '/shop', `/product/${id}`];
  const before = await Promise.all(paths.map((path) => ask(path)));
  await addProduct(services, { title: 'Night Owl' });
  await services.catalogue.refresh();
  const after = await Promise.all(paths.map((path) => ask(path)));

  expect(String(before[0]?.body)).not.toContain('Night Owl');
  for (const answer of after.slice(0, 2)) expect(String(answer.body)).toContain('Night Owl');
});

test('only what is the same for everyone is ready: no other method, body, account, error or missing page', async () => {
  const each = [
    ['/api/products/filter', {}, 'HEAD'],
    ['/api/products/filter?page=2', { 'Transfer-Encoding': 'chunked' }],
    ['/api/products/none-such', {}],
    ['/product/none-such', {}],
    ['/api/cart', {}],
    [`/api/products/filter?x=${'y'.repeat(600)}`, {}],
  ] as const;
  for (const [path, headers, method] of each) {
    const size = asked.length;
    await ask(path, {}, 'GET');
    const { status, body } = await ask(path, headers, method);
    const times = asked.length - size;
    expect([path, status, times]).toEqual([path, expect.any(Number), 2]);
    if (method === 'HEAD') expect(body).toHaveLength(0);
  }
});

test('a search that finds nothing is counted each time', async () => {
  for (const _ of '123') await ask('/api/products/search?query=narwhal');
  expect(asked).toHaveLength(3);
});

test('what doesn’t fit into the memory for answers isn’t ready either', async () => {
  await open(0);
  for (const _ of '12') await ask('/api/products/filter');
  expect(asked).toHaveLength(2);
});

test('an answer dropped for others is asked for again', async () => {
  await open(12_000);
  await ask('/api/products/filter');
  for (const page of '123456789') await ask(`/api/products/filter?page=${page}`);
  asked = [];
  await ask('/api/products/filter');
  expect(asked).toHaveLength(1);
});

test('documents of addresses that nobody asks for twice leave all others ready', async () => {
  await ask('/api/products/filter');
  for (let visit = 0; visit < 260; visit += 1) await ask(`/licence?click=${visit}`);
  asked = [];
  for (const path of ['/api/products/filter', '/licence?click=259']) await ask(path);
  expect(asked).toEqual([]);
  await ask('/licence?click=0');
  expect(asked).toHaveLength(1);
});

test('says that the connection closes once the server stops', async () => {
  const agent = new Agent({ keepAlive: true, maxSockets: 1 });
  onTestFinished(() => agent.destroy());
  await ask('/api/products/filter');
  const kept = await ask('/api/products/filter', {}, 'GET', agent);
  const drained = opened.drain();
  while (opened.server.listening) await turn();
  await turn();
  const closing = await ask('/api/products/filter', {}, 'GET', agent);
  await drained;

  expect([kept, closing].map(({ headers }) => headers.connection)).toEqual(['keep-alive', 'close']);
});

test.each(['/api/products/filter?page=1&sort=a-z', '/api/./products/../products/filter?page=3'])(
  '%s is counted by call and status',
  async (path) => {
    const counted = async () =>
      Number(
        /request_seconds_count\{call="productsFilter",status="200"\} (\d+)/.exec(
          await metrics.text(),
        )?.[1] ?? 0,
      );
    const before = await counted();
    for (const _ of '123') await ask(path);
    expect((await counted()) - before).toBe(2);
  },
);
