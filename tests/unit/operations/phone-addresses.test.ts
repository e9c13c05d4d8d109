import type { NetworkInterfaceInfo } from 'node:os';
import { expect, test } from 'vitest';
import { phoneAddresses, phoneLines } from '#server/operations/phone-addresses.ts';
import { parseEnv } from '#server/platform/env.ts';

function address(of: string, internal = false): NetworkInterfaceInfo {
  const [family, netmask] = of.includes(':') ? ['IPv6', 'ffff::'] : ['IPv4', '255.255.255.0'];
  return { address: of, family, internal, netmask, mac: '', cidr: null, scopeid: 0 } as never;
}

const interfaces = {
  lo: [address('127.0.0.1', true), address('::1', true)],
  eth0: [address('fe80::1'), address('192.168.1.5')],
  wlan0: [address('10.0.0.7')],
};

test.each([
  ['localhost', []],
  ['127.0.0.1', []],
  ['::1', []],
  ['0.0.0.0', ['http://192.168.1.5:4173', 'http://10.0.0.7:4173']],
  ['::', ['http://192.168.1.5:4173', 'http://10.0.0.7:4173']],
  ['192.168.1.5', ['http://192.168.1.5:4173']],
  ['fd00::5', ['http://[fd00::5]:4173']],
  ['workshop.local', ['http://workshop.local:4173']],
])('a shop that listens at %s is reached by phones at %j', (HOST, addresses) => {
  expect(phoneAddresses(parseEnv({ HOST }), interfaces)).toEqual(addresses);
});

test('a machine without a network has no address for phones', () => {
  const env = parseEnv({ HOST: '0.0.0.0' });
  expect(phoneAddresses(env, { lo: interfaces.lo })).toEqual([]);
});

test('at start the shop says how phones reach it, and what only https gives', () => {
  expect(phoneLines(parseEnv({}), interfaces)).toEqual([
    'To try it from a phone in the same network: HOST=0.0.0.0 npm start',
  ]);
  const [where, what] = phoneLines(parseEnv({ HOST: '0.0.0.0' }), interfaces);
  expect(where).toContain('http://192.168.1.5:4173');
  expect(what).toMatch(/https.*tunnel.*Caddy/);
});

test.each([
  { NODE_ENV: 'production', PAYPAL_ENVIRONMENT: 'practice' },
  { PUBLIC_URL: 'https://shop.example' },
])('a shop with %o says nothing of phones', (settings) => {
  expect(phoneLines(parseEnv({ HOST: '0.0.0.0', ...settings }), interfaces)).toEqual([]);
});
