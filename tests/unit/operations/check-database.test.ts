import { expect, test } from 'vitest';
import {
  type ServerState,
  type Standby,
  serverFinding,
} from '#server/operations/doctor/check-database.ts';

const alone: ServerState = {
  version: '15.12 (Debian 15.12-0+deb12u2)',
  mostConnections: 97,
  usedConnections: 12,
  waitsForStandby: false,
  standbys: [],
};

const following: Standby = { name: 'spare', state: 'streaming', sync: 'async', behindBytes: 0 };
const hidden: Standby = { name: 'spare', state: null, sync: null, behindBytes: null };

test.each<[string, Partial<ServerState>, string, string]>([
  ['no standby', {}, 'ok', 'PostgreSQL 15.12, 85 of 97 connections left. No standby follows it.'],
  ['a standby', { standbys: [following] }, 'ok', 'the latest changes may be lost'],
  [
    'a standby that changes wait for',
    { standbys: [{ ...following, sync: 'sync' }], waitsForStandby: true },
    'ok',
    'The standby spare follows, and changes wait for it.',
  ],
  [
    'one of several that changes wait for',
    { standbys: [following, { ...following, sync: 'quorum' }], waitsForStandby: true },
    'ok',
    'changes wait for it',
  ],
  [
    'a standby that may not be seen',
    { standbys: [hidden], waitsForStandby: true },
    'ok',
    'pg_monitor',
  ],
  ['nobody that changes could wait for', { waitsForStandby: true }, 'fault', 'none follows'],
  [
    'only standbys that changes don’t wait for',
    { standbys: [following], waitsForStandby: true },
    'fault',
    'none follows',
  ],
  [
    'a standby that copies everything first',
    { standbys: [{ ...following, state: 'backup' }] },
    'warning',
    'The standby spare doesn’t follow PostgreSQL 15.12 (backup).',
  ],
  [
    'a standby that is behind',
    { standbys: [{ ...following, behindBytes: 100e6 }] },
    'warning',
    'is 100.0 MB behind',
  ],
  ['few connections left', { usedConnections: 73 }, 'warning', 'has 24 of 97 connections left'],
  ['just enough connections left', { usedConnections: 72 }, 'ok', '25 of 97'],
])('a server with %s', (_, changes, state, text) => {
  const finding = serverFinding({ ...alone, ...changes });

  expect(finding).toMatchObject({ state, text: expect.stringContaining(text) });
  expect(finding.advice === null).toBe(state === 'ok');
});
