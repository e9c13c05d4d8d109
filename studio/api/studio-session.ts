import { create } from 'zustand';

/**
 * Who is signed in to the studio. `unknown` until the server has answered; `out` shows the sign-in, on top
 * of the page if there is one, so that nothing typed is lost when a session ends.
 */
export const studioSession = create<{
  readonly state: 'unknown' | 'in' | 'out';
  readonly email: string | null;
  readonly open: (email: string) => void;
  readonly close: () => void;
}>((set) => ({
  state: 'unknown',
  email: null,
  open: (email) => set({ state: 'in', email }),
  close: () => set({ state: 'out' }),
}));
