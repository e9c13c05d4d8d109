import { create } from 'zustand';
import type { StudioUser } from '#contract/studio/account.ts';
import { mayCall, type StudioCallName } from '#contract/studio/calls.ts';

/**
 * Who is signed in to the studio. `unknown` until the server has answered; `out` shows the sign-in, on top
 * of the page if there is one, so that nothing typed is lost when a session ends.
 */
export const studioSession = create<{
  readonly state: 'unknown' | 'in' | 'out';
  /** Null until somebody has signed in. */
  readonly user: StudioUser | null;
  readonly open: (user: StudioUser) => void;
  readonly close: () => void;
}>((set) => ({
  state: 'unknown',
  user: null,
  open: (user) => set({ state: 'in', user }),
  close: () => set({ state: 'out' }),
}));

/** Whether the signed-in staff member may make a call. The server decides; this only hides what it would refuse. */
export function useMayCall(name: StudioCallName): boolean {
  return studioSession(({ user }) => user !== null && mayCall(user.role, name));
}
