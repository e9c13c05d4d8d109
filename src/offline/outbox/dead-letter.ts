import type { Faults } from './rows.ts';
import type { SendOutcome } from './send-outcome.ts';

/** So many of its own faults a server that is well otherwise is forgiven, over at least this time. */
const faultsAllowed = 5;
const faultsOverMs = 30_000;

/** The server's own faults on a change after one more try at `now`; it counts only where the server is well otherwise. */
export function faultsAfter({ kind, isOwn }: SendOutcome, before: Faults, now: number): Faults {
  const { faults = 0, faultsSince = null } = before;
  if (kind !== 'fault' || !isOwn) return { faults, faultsSince };
  // A clock that was set back begins again.
  return { faults: faults + 1, faultsSince: Math.min(faultsSince ?? now, now) };
}

/** Whether a change that the server fails on is never to be sent again. `now` in milliseconds since 1970. */
export function shouldDeadLetter({ faults = 0, faultsSince = null }: Faults, now: number): boolean {
  return faults >= faultsAllowed && faultsSince !== null && now - faultsSince >= faultsOverMs;
}
