import { Hono } from 'hono';
import { expect, test } from 'vitest';
import { parseEnv } from '#server/platform/env.ts';
import { clientAddress } from '#server/platform/http/client-address.ts';
import { makeServices } from '#tests/support/make-services.ts';

const proxy = '10.0.0.1';

async function addressOf(
  peer: string,
  forwarded?: string,
  trusted: string = proxy,
): Promise<string> {
  const services = await makeServices({ settings: { TRUST_PROXY: trusted } });
  const app = new Hono();
  app.get('/', (context) => context.text(clientAddress(services, context)));
  const headers = forwarded === undefined ? {} : { 'X-Forwarded-For': forwarded };
  const incoming = { socket: { remoteAddress: peer } };
  return (await app.request('/', { headers }, { incoming })).text();
}

test.each([
  ['203.0.113.7', '203.0.113.7'],
  ['::ffff:203.0.113.7', '203.0.113.7'],
])('%s counts unchanged', async (peer, address) => {
  expect(await addressOf(peer)).toBe(address);
});

test.each([
  '2001:db8:7:9::1',
  '2001:db8:7:9:ffff:ffff:ffff:ffff',
  '2001:0DB8:0007:0009::',
  '2001:db8:7:9::192.0.2.1',
])('%s counts as its customer’s network', async (peer) => {
  expect(await addressOf(peer)).toBe('2001:db8:7:9::/64');
});

test.each([
  ['::1', '0:0:0:0::/64'],
  ['2001:db8::7:9:0:1', '2001:db8:0:0::/64'],
  ['fe80::1%eth0', 'fe80:0:0:0::/64'],
])('%s is expanded with its zeroes', async (peer, address) => {
  expect(await addressOf(peer)).toBe(address);
});

test("truncates an address forwarded by a trusted proxy the same way, and ignores a stranger's header", async () => {
  expect(await addressOf(proxy, '1.2.3.4, 2001:db8:7:9::1')).toBe('2001:db8:7:9::/64');
  expect(await addressOf('203.0.113.7', '1.2.3.4')).toBe('203.0.113.7');
});

test.each([
  ['::ffff:203.0.113.7', '203.0.113.7'],
  ['::FFFF:203.0.113.7', '203.0.113.7'],
  ['::ffff:cb00:7107', '203.0.113.7'],
  ['203.0.113.7:51234', '203.0.113.7'],
  ['[2001:db8:7:9::1]:51234', '2001:db8:7:9::/64'],
  ['[2001:db8:7:9::1]', '2001:db8:7:9::/64'],
  ['[::ffff:203.0.113.7]:51234', '203.0.113.7'],
])('a forwarded %s counts as %s', async (forwarded, address) => {
  expect(await addressOf(proxy, forwarded)).toBe(address);
});

test.each([
  '',
  'unknown',
  '_hidden',
  '203.0.113',
  '203.0.113.256',
  '0x7f.1',
  '127.1',
  '2001:db8::1::2',
  '[2001:db8::1',
  '203.0.113.7:port',
  '1.2.3.4, made up',
])('a forwarded "%s" is not an address, so the proxy’s own counts', async (forwarded) => {
  expect(await addressOf(proxy, forwarded)).toBe(proxy);
});

test.each([
  ['10.0.0.0/8', '10.9.9.9', '203.0.113.7, 10.1.1.1'],
  ['10.0.0.0/8', '::ffff:10.9.9.9', '203.0.113.7, ::ffff:10.1.1.1'],
  ['::ffff:10.0.0.0/104', '10.9.9.9', '203.0.113.7'],
  ['192.0.2.1, fd00::/8', 'fd12::1', '203.0.113.7, 192.0.2.1'],
  ['::1', '::1', '203.0.113.7'],
])('with TRUST_PROXY=%s the proxy %s is trusted', async (trusted, peer, forwarded) => {
  expect(await addressOf(peer, forwarded, trusted)).toBe('203.0.113.7');
});

test('does not trust an address outside a trusted range', async () => {
  expect(await addressOf('11.0.0.1', '203.0.113.7', '10.0.0.0/8')).toBe('11.0.0.1');
});

test.each(['proxy.example', '10.0.0.0/33', '10.0.0.1:80', 'fd00::/129', '10.0.0.1 10.0.0.2', '/8'])(
  'TRUST_PROXY=%s is reported as an error at start',
  (value) => {
    expect(() => parseEnv({ TRUST_PROXY: `10.0.0.1,${value}` })).toThrow(
      `TRUST_PROXY must be IP addresses or ranges such as 10.0.0.1 or 10.0.0.0/8, comma-joined; "${value}" is neither`,
    );
  },
);
