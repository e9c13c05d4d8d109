import { expect, test } from 'vitest';
import { isPublicAddress } from '#server/designs/imports/public-address.ts';

test('addresses of the own network, this machine and unassigned ranges are not public', () => {
  const closed = [
    ...['0.0.0.0', '10.1.2.3', '100.64.0.1', '127.0.0.1', '127.255.255.254', '169.254.169.254'],
    ...['172.16.0.1', '172.31.255.255', '192.168.1.1', '192.0.2.7', '198.18.0.1', '203.0.113.9'],
    ...['224.0.0.1', '240.0.0.1', '255.255.255.255'],
    ...['::', '::1', 'fe80::1', 'fe80::1%eth0', 'fc00::1', 'fd12:3456::1', 'ff02::1'],
    ...['::ffff:127.0.0.1', '::ffff:10.0.0.1', '::ffff:7f00:1', '64:ff9b::7f00:1', '::127.0.0.1'],
    ...['2002:7f00:1::', '2001::1', '2001:db8::1', '3fff::1', '100::1'],
    ...['', 'localhost', '127.1', '0x7f000001', '2130706433'],
  ];
  expect(closed.filter(isPublicAddress)).toEqual([]);
});

test('addresses of the public network are', () => {
  const open = [
    '1.1.1.1',
    '8.8.8.8',
    '172.32.0.1',
    '192.169.0.1',
    '2606:4700::1111',
    '2a00:1450::1',
  ];
  expect(open.filter((address) => !isPublicAddress(address))).toEqual([]);
});
