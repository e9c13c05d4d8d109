import { useStore } from 'zustand';
import { type SessionState, session } from './session.ts';

/** What `select` picks of the session; renders again when that changes. */
export function useSession<T>(select: (state: SessionState) => T): T {
  return useStore(session, select);
}
