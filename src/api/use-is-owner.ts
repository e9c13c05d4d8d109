import { useSession } from './use-session.ts';

/** Whether who is signed in owns the account; false for a colleague of the owner. */
export function useIsOwner(): boolean {
  return useSession(({ user }) => user?.colleague === undefined);
}
