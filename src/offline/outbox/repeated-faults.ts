import type { Faults } from './rows.ts';
import type { SendOutcome } from './send-outcome.ts';

/** How many of its own failures, over at least how long, before an otherwise healthy server is believed to reject the change for good. */
const faultsAllowed = 5;
const faultsOverMs = 30_000;

/** The failure count of a change after one more attempt at `now`. Only failures of an otherwise healthy server count. */
export function faultsAfter({ kind, isOwn }: SendOutcome, before: Faults, now: number): Faults {
  const { faults = 0, faultsSince = null } = before;
  if (kind !== 'fault' || !isOwn) return { faults, faultsSince };
  // Starts over if the clock was set back.
  return { faults: faults + 1, faultsSince: Math.min(faultsSince ?? now, now) };
}

/** Whether a change that the server keeps failing on must not be sent again. `now` is in ms since 1970. */
export function shouldGiveUp({ faults = 0, faultsSince = null }: Faults, now: number): boolean {
  return faults >= faultsAllowed && faultsSince !== null && now - faultsSince >= faultsOverMs;
}
