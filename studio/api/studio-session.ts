import { create } from 'zustand';

/**
 * Who is in the studio. `unknown` until the server was asked; `out` shows the sign-in, over the page
 * where one stands: what is typed there is not lost when a session ends.
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
