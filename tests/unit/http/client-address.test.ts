import { Hono } from 'hono';
import { expect, test } from 'vitest';
import { clientAddress } from '#server/http/client-address.ts';
import { makeServices } from '#tests/support/make-services.ts';

const proxy = '10.0.0.1';

async function addressOf(peer: string, forwarded?: string): Promise<string> {
  const services = await makeServices({ settings: { TRUST_PROXY: proxy } });
  const app = new Hono();
  app.get('/', (context) => context.text(clientAddress(services, context)));
  const headers = forwarded === undefined ? {} : { 'X-Forwarded-For': forwarded };
  const incoming = { socket: { remoteAddress: peer } };
  return (await app.request('/', { headers }, { incoming })).text();
}

test.each([
  ['203.0.113.7', '203.0.113.7'],
  ['::ffff:203.0.113.7', '203.0.113.7'],
])('%s counts as it is', async (peer, address) => {
  expect(await addressOf(peer)).toBe(address);
});

test.each([
  '2001:db8:7:9::1',
  '2001:db8:7:9:ffff:ffff:ffff:ffff',
  '2001:0DB8:0007:0009::',
  '2001:db8:7:9::192.0.2.1',
])('%s counts as the network that one customer has', async (peer) => {
  expect(await addressOf(peer)).toBe('2001:db8:7:9::/64');
});

test.each([
  ['::1', '0:0:0:0::/64'],
  ['2001:db8::7:9:0:1', '2001:db8:0:0::/64'],
  ['fe80::1%eth0', 'fe80:0:0:0::/64'],
])('%s is told with its zeroes', async (peer, address) => {
  expect(await addressOf(peer)).toBe(address);
});

test('what a proxy of ours forwards is cut the same, and a stranger’s header is not believed', async () => {
  expect(await addressOf(proxy, '1.2.3.4, 2001:db8:7:9::1')).toBe('2001:db8:7:9::/64');
  expect(await addressOf('203.0.113.7', '1.2.3.4')).toBe('203.0.113.7');
});
