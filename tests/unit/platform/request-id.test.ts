import { once } from 'node:events';
import type { AddressInfo } from 'node:net';
import { setImmediate as turn } from 'node:timers/promises';
import { Hono } from 'hono';
import { pino } from 'pino';
import { expect, onTestFinished, test } from 'vitest';
import { parseEnv } from '#server/platform/env.ts';
import { openServer } from '#server/platform/http/open-server.ts';
import { requestIdInLog, withRequestIds } from '#server/platform/http/request-id.ts';

const made = /^[\da-f]{8}(-[\da-f]{4}){3}-[\da-f]{12}$/;

async function shopBehind(trustProxy: string) {
  const lines: { msg: string; requestId?: string }[] = [];
  const log = pino(
    { base: null, ...requestIdInLog },
    { write: (line) => lines.push(JSON.parse(line)) },
  );
  const app = new Hono();
  app.get('/:name', async (context) => {
    await turn();
    log.info(context.req.param('name'));
    return context.text('');
  });
  app.onError((_, context) => context.text('failed', 500));
  app.get('/', () => Promise.reject(new Error('broken')));
  const env = parseEnv({ TRUST_PROXY: trustProxy });
  const { server } = openServer(withRequestIds(app, env), '127.0.0.1');
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  onTestFinished(() => void server.close());
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  const ask = async (path: string, given?: string) => {
    const headers = given === undefined ? {} : { 'X-Request-Id': given };
    return (await fetch(url + path, { headers })).headers.get('x-request-id') ?? '';
  };
  return { log, lines, ask };
}

test('each request has an id of its own, in its answer and in its log lines', async () => {
  const { log, lines, ask } = await shopBehind('');

  const [one, two, failed] = await Promise.all([ask('/one'), ask('/two'), ask('/')]);
  log.info('none');

  expect([one, two, failed]).toEqual(Array.from({ length: 3 }, () => expect.stringMatching(made)));
  expect(new Set([one, two, failed]).size).toBe(3);
  expect(new Map(lines.map(({ msg, requestId }) => [msg, requestId]))).toEqual(
    new Map([
      ['one', one],
      ['two', two],
      ['none', undefined],
    ]),
  );
});

test('the id of a trusted proxy is kept, if it is well-formed', async () => {
  const { lines, ask } = await shopBehind('127.0.0.1');

  expect(await ask('/one', 'edge:7f3a.0042')).toBe('edge:7f3a.0042');
  expect(lines).toMatchObject([{ requestId: 'edge:7f3a.0042' }]);
  for (const bad of ['short', 'with spaces in it', 'a'.repeat(101)]) {
    expect(await ask('/one', bad)).toMatch(made);
  }
});

test('a client’s own id is not kept', async () => {
  const { ask } = await shopBehind('');

  expect(await ask('/one', 'edge:7f3a.0042')).toMatch(made);
});
