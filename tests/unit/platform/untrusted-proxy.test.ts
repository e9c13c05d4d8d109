import { Hono } from 'hono';
import { pino } from 'pino';
import { expect, test } from 'vitest';
import { parseEnv } from '#server/platform/env.ts';
import { isUntrustedProxy, withProxyWarning } from '#server/platform/http/untrusted-proxy.ts';

const forwarded = new Headers({ 'X-Forwarded-For': '203.0.113.9' });
const untrusting = parseEnv({});

test.each([
  '127.0.0.1',
  '127.3.2.1',
  '::1',
  '::ffff:127.0.0.1',
  '10.1.2.3',
  '172.18.0.1',
  '192.168.1.5',
  '169.254.3.4',
  '100.64.0.9',
  'fd00::7',
  'fe80::1',
])('%s, which forwards, is a proxy of this network', (peer) => {
  expect(isUntrustedProxy(untrusting, peer, forwarded)).toBe(true);
  expect(isUntrustedProxy(untrusting, peer, new Headers({ 'User-Agent': 'x' }))).toBe(false);
});

test.each(['203.0.113.7', '2001:db8::7', '8.8.8.8', '', 'unknown'])(
  'what %s claims may be an invention',
  (peer) => {
    expect(isUntrustedProxy(untrusting, peer, forwarded)).toBe(false);
  },
);

test('a trusted proxy is none, one that TRUST_PROXY misses is', () => {
  const env = parseEnv({ TRUST_PROXY: '10.0.0.0/8' });
  expect(isUntrustedProxy(env, '10.1.2.3', forwarded)).toBe(false);
  expect(isUntrustedProxy(env, '127.0.0.1', forwarded)).toBe(true);
});

test.each(['X-Forwarded-For', 'Forwarded', 'X-Real-IP', 'X-Client-IP', 'Via', 'X-Forwarded-Host'])(
  'the first request with %s is logged, the others are not',
  async (header) => {
    const lines: { level: number; msg: string; proxy?: string }[] = [];
    const log = pino({ base: null }, { write: (line) => lines.push(JSON.parse(line)) });
    const app = new Hono();
    app.get('/', (context) => context.text('here'));
    const watched = withProxyWarning(app, { env: untrusting, log });
    const bindings = { incoming: { socket: { remoteAddress: '127.0.0.1' } } };
    const ask = async (headers: Record<string, string>) =>
      (await watched.fetch(new Request('http://shop.test/', { headers }), bindings)).status;

    expect(await ask({})).toBe(200);
    expect(lines).toEqual([]);
    for (let request = 0; request < 3; request += 1) await ask({ [header]: '203.0.113.9' });
    expect(lines).toEqual([
      expect.objectContaining({
        level: 40,
        proxy: '127.0.0.1',
        msg: expect.stringContaining('TRUST_PROXY'),
      }),
    ]);
  },
);
