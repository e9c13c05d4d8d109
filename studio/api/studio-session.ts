import { create } from 'zustand';
import type { StudioUser } from '#contract/studio/account.ts';
import { isAllowed, type StaffRole, type StudioCall } from '#contract/studio/call.ts';

/**
 * Who is signed in to the studio. `unknown` until the server has answered; `out` shows the sign-in, and
 * `removed` that an owner removed this person, on top of the page if there is one, so that nothing typed is
 * lost when a session ends.
 */
export const studioSession = create<{
  readonly state: 'unknown' | 'in' | 'out' | 'removed';
  /** Null until somebody has signed in. */
  readonly user: StudioUser | null;
  /** The role that an owner gave this person while the page was open; null once they have read it. */
  readonly newRole: StaffRole | null;
  readonly open: (user: StudioUser) => void;
  readonly close: (as: 'out' | 'removed') => void;
}>((set) => ({
  state: 'unknown',
  user: null,
  newRole: null,
  open: (user) => set({ state: 'in', user, newRole: null }),
  close: (state) => set({ state }),
}));

/** Whether the signed-in staff member may make a call. The server decides; this only hides what it would refuse. */
export function useMayCall({ access }: Pick<StudioCall, 'access'>): boolean {
  return studioSession(({ user }) => user !== null && isAllowed(access, user.role));
}
