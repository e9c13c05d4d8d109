import { afterEach, expect, it, vi } from 'vitest';
import { followTabOwner } from '#api/tab-memory.ts';
import type { User } from '#contract/shop/account.ts';
import { fakeStorage } from '#tests/support/fake-storage.ts';
import { userOf } from '#tests/support/user-of.ts';

const ana = userOf('a'.repeat(24));
const ben = userOf('b'.repeat(24));
const signedIn = (user: User) => ({ revision: 1, user, accessToken: 'token', ended: null });
const nobody = { revision: 2, user: null, accessToken: null, ended: null };
const ended = { ...nobody, ended: { accountId: ana._id, firstName: ana.firstName } };

afterEach(() => vi.unstubAllGlobals());

/** What a tab of Ana's still remembers after these sessions. */
function rememberedAfter(...sessions: Parameters<typeof followTabOwner>[0][]): boolean {
  const sessionStorage = fakeStorage({});
  vi.stubGlobal('sessionStorage', sessionStorage);
  followTabOwner(signedIn(ana));
  sessionStorage.setItem('scroll', '{"/search?query=otters":500}');
  for (const session of sessions) followTabOwner(session);
  return sessionStorage.getItem('scroll') !== null;
}

it('a tab remembers while its account is signed in, or its session merely ended', () => {
  expect(rememberedAfter(signedIn(ana))).toBe(true);
  expect(rememberedAfter(ended)).toBe(true);
  expect(rememberedAfter(ended, signedIn(ana))).toBe(true);
});

it('a tab forgets when its account has signed out or somebody else signs in', () => {
  expect(rememberedAfter(nobody)).toBe(false);
  expect(rememberedAfter(signedIn(ben))).toBe(false);
  expect(rememberedAfter(ended, signedIn(ben))).toBe(false);
});
