import { afterEach, expect, test } from 'vitest';
import { onAccountLeft } from '#api/left-accounts.ts';
import { session } from '#api/session.ts';
import type { User } from '#contract/shop/account.ts';
import { userOf } from '#tests/support/user-of.ts';

const bea = userOf('a'.repeat(24));
const carl: User = { ...bea, _id: 'b'.repeat(24), firstName: 'Carl' };

afterEach(() => session.clear());

test('counts an account as left for a visitor or another account, not when its own session is renewed', () => {
  const calls: string[] = [];
  let now = 'a visitor signs in';
  const stop = onAccountLeft(() => calls.push(now));
  session.setUser(bea, 'token');
  now = 'the profile is renewed';
  session.setUser({ ...bea, firstName: 'Beate' });
  now = 'another account signs in';
  session.setUser(carl, 'other');
  now = 'the session ends';
  session.clear();
  stop();

  expect(calls).toEqual(['another account signs in', 'the session ends']);
});
