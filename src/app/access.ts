import { isAuthenticated, type SessionState } from '#api/session.ts';

/** Whether someone may enter a protected area, or the reason why not (R02–R05). */
export function accessTo(
  session: SessionState,
  needsApproval: boolean,
): 'granted' | 'sign-in' | 'not-approved' {
  if (!isAuthenticated(session)) return 'sign-in';
  return needsApproval && !session.approved ? 'not-approved' : 'granted';
}
