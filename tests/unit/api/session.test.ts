import { describe, expect, it, vi } from 'vitest';
import { createSession, isAuthenticated, sessionKey } from '#api/session.ts';
import type { User } from '#contract/shop/account.ts';
import { userOf } from '#tests/support/user-of.ts';

const approvedUser = userOf('a'.repeat(24));
const waitingUser: User = { ...approvedUser, status: 'pending', approved: false };

/** The part of local storage that a session uses. */
function memoryStorage(saved: Record<string, string> = {}): Storage {
  const items = new Map(Object.entries(saved));
  return {
    get length() {
      return items.size;
    },
    key: (index) => [...items.keys()][index] ?? null,
    getItem: (key) => items.get(key) ?? null,
    setItem: (key, value) => void items.set(key, value),
    removeItem: (key) => void items.delete(key),
    clear: () => items.clear(),
  };
}

const savedBy = (storage: Storage) => JSON.parse(storage.getItem(sessionKey) ?? 'null');

/** Another tab's change, as the browser reports it. */
function storageEvent(key: string | null): Event {
  return Object.assign(new Event('storage'), { key });
}

describe('the session', () => {
  it('starts signed out (P01)', () => {
    const session = createSession(memoryStorage(), null);

    expect(session.getState()).toEqual({ user: null, accessToken: null, approved: false });
  });

  it('approves only a user whose status is approved (P02)', () => {
    const session = createSession(memoryStorage(), null);

    session.setUser(approvedUser, 'token');
    expect(session.getState().approved).toBe(true);
    session.setUser({ ...waitingUser, approved: true });
    expect(session.getState().approved).toBe(false);
    session.setUser({ ...approvedUser, status: 'rejected' });
    expect(session.getState().approved).toBe(false);
  });

  it('empties user and token and is no longer approved when cleared (P03)', () => {
    const session = createSession(memoryStorage(), null);
    session.setUser(approvedUser, 'token');

    session.clear();

    expect(session.getState()).toEqual({ user: null, accessToken: null, approved: false });
  });

  it('is authenticated only with both user and token (P04)', () => {
    const both = { user: approvedUser, accessToken: 'token', approved: true };

    expect(isAuthenticated(both)).toBe(true);
    expect(isAuthenticated({ ...both, user: null })).toBe(false);
    expect(isAuthenticated({ ...both, accessToken: null })).toBe(false);
  });

  it('is saved under the key auth on each change (O01, P18)', () => {
    const storage = memoryStorage();
    const session = createSession(storage, null);

    session.setUser(approvedUser, 'token');
    expect(JSON.parse(storage.getItem('auth') ?? '')).toEqual({
      user: approvedUser,
      accessToken: 'token',
      approved: true,
    });
    session.clear();
    expect(savedBy(storage)).toEqual({ user: null, accessToken: null, approved: false });
  });

  it('comes back as it was saved', () => {
    const storage = memoryStorage();
    createSession(storage, null).setUser(approvedUser, 'token');

    expect(createSession(storage, null).getState()).toEqual({
      user: approvedUser,
      accessToken: 'token',
      approved: true,
    });
  });

  it('does not trust a saved approval that contradicts the status', () => {
    const saved = { user: waitingUser, accessToken: 'token', approved: true };
    const session = createSession(memoryStorage({ auth: JSON.stringify(saved) }), null);

    expect(session.getState().approved).toBe(false);
  });

  it('starts signed out if the saved session is unreadable', () => {
    const garbage = [
      '',
      'null',
      '{',
      '[]',
      '42',
      '{"user":{"status":"approved"},"accessToken":"t"}',
      JSON.stringify({ user: approvedUser, accessToken: '' }),
      JSON.stringify({ user: approvedUser, accessToken: 7 }),
      JSON.stringify({ user: null, accessToken: 'token' }),
    ];
    for (const auth of garbage) {
      const state = createSession(memoryStorage({ auth }), null).getState();
      expect(state, auth).toEqual({ user: null, accessToken: null, approved: false });
    }
  });

  it('follows a sign-in and a sign-out in another tab', () => {
    const storage = memoryStorage();
    const tabs = new EventTarget();
    const session = createSession(storage, tabs);

    createSession(storage, null).setUser(approvedUser, 'token');
    tabs.dispatchEvent(storageEvent('auth'));
    expect(session.getState().accessToken).toBe('token');
    storage.clear();
    tabs.dispatchEvent(storageEvent(null));
    expect(session.getState().user).toBeNull();
  });

  it('keeps its token when only the profile is renewed', () => {
    const session = createSession(memoryStorage(), null);
    session.setUser(waitingUser, 'token');

    session.setUser(approvedUser);

    expect(session.getState()).toMatchObject({ accessToken: 'token', approved: true });
  });

  it('does not sign anyone in without a token', () => {
    const session = createSession(memoryStorage(), null);

    session.setUser(approvedUser);

    expect(session.getState().user).toBeNull();
  });

  it('lasts as long as the page if storage is missing or full', () => {
    const full = memoryStorage();
    full.setItem = () => {
      throw new DOMException('Full', 'QuotaExceededError');
    };
    for (const storage of [null, full]) {
      const session = createSession(storage, null);
      session.setUser(approvedUser, 'token');
      expect(session.getState().accessToken).toBe('token');
    }
  });

  it('is not restored by a tab that slept while another tab ended it', () => {
    const storage = memoryStorage();
    const old = createSession(storage, null);
    old.setUser(approvedUser, 'token');
    createSession(storage, null).clear();

    old.setUser({ ...approvedUser, firstName: 'Beatrice' });

    expect(savedBy(storage).user).toBeNull();
    expect(old.getState().user).toBeNull();
  });

  it('that its owner ended is known as such after a restart, until the next one', () => {
    const storage = memoryStorage();
    const session = createSession(storage, null);
    session.setUser(approvedUser, 'token');
    session.clear();
    expect(createSession(storage, null).noted().isLoggedOut).toBeUndefined();
    session.setUser(approvedUser, 'token');
    session.clear(true);
    expect(createSession(storage, null).noted().isLoggedOut).toBe(true);
    session.setUser(approvedUser, 'another');
    expect(createSession(storage, null).noted().isLoggedOut).toBeUndefined();
  });

  it('takes from the database only what is newer than local storage', () => {
    const storage = memoryStorage();
    const session = createSession(storage, null);
    const signedIn = { revision: 5, user: approvedUser, accessToken: 'token', ended: null };
    session.adopt(signedIn);
    expect(savedBy(storage)).toEqual({ user: approvedUser, accessToken: 'token', approved: true });
    expect(createSession(storage, null).noted()).toEqual(signedIn);

    session.clear();
    session.adopt(signedIn);

    expect(session.getState().user).toBeNull();
    expect(session.noted().revision).toBeGreaterThan(5);
  });

  it('counts each sign-in and sign-out as newer, even if the clock was set back', () => {
    vi.useFakeTimers({ now: 2_000 });
    const storage = memoryStorage();
    const session = createSession(storage, null);
    session.setUser(approvedUser, 'token');
    const first = session.noted().revision;
    vi.setSystemTime(1_000);
    session.setUser({ ...approvedUser, firstName: 'Beatrice' });
    expect(session.noted().revision).toBe(first);
    createSession(storage, null).setUser(approvedUser, 'another');
    session.clear();
    expect(session.noted().revision).toBe(first + 2);
    vi.useRealTimers();
  });
});
