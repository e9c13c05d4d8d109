import { describe, expect, it } from 'vitest';
import type { SessionState } from '#api/session.ts';
import { accessTo } from '#app/access.ts';
import type { User } from '#contract/shop/account.ts';

const user = { _id: 'a'.repeat(24), status: 'approved' } as User;
const approved: SessionState = { user, accessToken: 'token', approved: true };
const waiting: SessionState = { ...approved, approved: false };
const visitor: SessionState = { user: null, accessToken: null, approved: false };

describe('a protected area', () => {
  it('admits buyers who are signed in and approved (R02)', () => {
    expect(accessTo(approved, true)).toBe('granted');
  });

  it('sends signed-out visitors to sign-in, whatever it requires (R02)', () => {
    expect(accessTo(visitor, true)).toBe('sign-in');
    expect(accessTo(visitor, false)).toBe('sign-in');
    expect(accessTo({ ...visitor, accessToken: 'token' }, false)).toBe('sign-in');
  });

  it('keeps unapproved accounts out by default (R02)', () => {
    expect(accessTo(waiting, true)).toBe('not-approved');
  });

  it('admits unapproved accounts if approval is not required (R05)', () => {
    expect(accessTo(waiting, false)).toBe('granted');
  });
});
