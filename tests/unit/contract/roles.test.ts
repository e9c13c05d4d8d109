import { expect, test } from 'vitest';
import { calls } from '#contract/shop/calls.ts';

test('customers have no roles: a call wants one who is signed in, approved, or the person concerned (R07)', () => {
  const kinds = new Set(Object.values(calls).map(({ access }) => access));
  const persons = ['accountOwner', 'colleague'];
  expect(kinds).toEqual(new Set(['anyone', 'account', 'approved', 'provider', ...persons]));
  expect(Object.keys(calls.me.answer.entries.user.entries)).not.toContain('role');
});
