import { expect, test } from 'vitest';
import { calls } from '#contract/shop/calls.ts';

test('customers have no roles: at most, a call wants one who is signed in and approved (R07)', () => {
  const kinds = new Set(Object.values(calls).map(({ access }) => access));
  expect(kinds).toEqual(new Set(['anyone', 'account', 'approved', 'provider']));
  expect(Object.keys(calls.me.answer.entries.user.entries)).not.toContain('role');
});
