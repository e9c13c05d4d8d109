import { useStore } from 'zustand';
import { type SessionState, session } from './session.ts';

/** Selects part of the session; re-renders when it changes. */
export function useSession<T>(select: (state: SessionState) => T): T {
  return useStore(session, select);
}
