import { expect, it } from 'vitest';
import { fileMessages } from '#contract/studio/files.ts';
import { DatabaseUnavailable } from '#server/platform/database/open.ts';
import { storageFailure, studioStorageProblem } from '#server/platform/http/storage-problem.ts';

function failed(code: string): Error {
  return Object.assign(new Error('It failed'), { code });
}

it.each([
  ['a full disk', '53100', 'full'],
  ['no more memory', '53200', 'fails'],
  ['no more connections', '53300', 'fails'],
  ['a primary that became read-only', '25006', 'fails'],
  ['a statement that took too long', '57014', 'busy'],
  ['a server that shuts down', '57P01', 'fails'],
  ['a dropped database', '57P04', 'fails'],
  ['a connection that was idle for too long', '57P05', 'fails'],
  ['a transaction that was idle for too long', '25P03', 'fails'],
  ['a transaction that took too long', '25P04', 'fails'],
  ['a lost connection', '08006', 'fails'],
] as const)('takes %s of PostgreSQL for a fault of the storage', (_, code, failure) => {
  expect(storageFailure(failed(code))).toBe(failure);
});

it.each([
  ['locked by another program', 5, 'busy'],
  ['locked while the log is read again', 261, 'busy'],
  ['on a disk that can’t be read', 266, 'fails'],
  ['on a full disk', 13, 'full'],
] as const)('takes a database %s for a fault of the storage', (_, errcode, failure) => {
  const error = Object.assign(new Error('It failed'), { code: 'ERR_SQLITE_ERROR', errcode });
  expect(storageFailure(error)).toBe(failure);
});

it.each([
  ['locked', { errcode: 5 }],
  ['too slow', { code: '57014' }],
])('tells staff that a database that is %s is busy, not that the disk fails', (_, codes) => {
  const problem = studioStorageProblem(Object.assign(new Error('It failed'), codes));

  expect(problem?.body).toEqual({ code: 'UNAVAILABLE', message: fileMessages.databaseBusy });
});

it('takes a database that stays away for one, so that devices send their changes again later', () => {
  expect(storageFailure(new DatabaseUnavailable(failed('ECONNREFUSED')))).toBe('fails');
});

it.each(['23505', '40001', '42703', '0A000', 'ECONNREFUSED'])(
  'takes no other error for one: %s',
  (code) => {
    expect(storageFailure(failed(code))).toBeNull();
  },
);
