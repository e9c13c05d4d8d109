import { afterEach, describe, expect, it } from 'vitest';
import { session } from '#api/session.ts';
import { onSignOut, signOut } from '#api/sign-out.ts';
import type { User } from '#contract/shop/account.ts';

const user = { _id: 'a'.repeat(24), status: 'approved' } as User;

afterEach(() => {
  session.clear();
});

describe('signing out', () => {
  it('waits for the hooks that need the token, then clears the session', async () => {
    session.setUser(user, 'token');
    const seen: (string | null)[] = [];
    const leave = onSignOut(async () => {
      await Promise.resolve();
      seen.push(session.getState().accessToken);
      return undefined;
    });

    await signOut();
    leave();

    expect(seen).toEqual(['token']);
    expect(session.getState()).toEqual({ user: null, accessToken: null, approved: false });
  });

  it('tells the hooks why the session ends', async () => {
    const reasons: string[] = [];
    const leave = onSignOut(async (reason) => {
      reasons.push(reason);
      return undefined;
    });

    await signOut();
    session.setUser(user, 'token');
    await signOut('deleted');
    leave();

    expect(reasons).toEqual(['logout', 'deleted']);
    expect(session.getState().user).toBeNull();
  });

  it('is cancelled by a hook that answers "stay"', async () => {
    session.setUser(user, 'token');
    const leave = onSignOut(async () => 'stay');

    const isDone = await signOut();
    leave();

    expect(isDone).toBe(false);
    expect(session.getState().user).toBe(user);
  });

  it('signs out even when a hook fails', async () => {
    session.setUser(user, 'token');
    const leave = onSignOut(async () => {
      throw new Error('The database is gone');
    });

    await signOut();
    leave();

    expect(session.getState().user).toBeNull();
  });
});
