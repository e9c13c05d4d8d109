import type { Faults } from './rows.ts';
import type { SendOutcome } from './send-outcome.ts';

/** How many failures of one op alone mean that an otherwise healthy server refuses it for good. */
const faultsAllowed = 5;
/** Over at least how long they must have come. */
const faultsOverMs = 30_000;

/** The failure count of a change after one more attempt at `now`. Only failures of an otherwise healthy server count. */
export function faultsAfter(
  { kind, isOnlyThisOp }: SendOutcome,
  before: Faults,
  now: number,
): Faults {
  const { faults = 0, faultsSince = null } = before;
  if (kind !== 'fault' || !isOnlyThisOp) return { faults, faultsSince };
  // Starts over if the clock was set back.
  return { faults: faults + 1, faultsSince: Math.min(faultsSince ?? now, now) };
}

/** Whether a change that the server keeps failing on must not be sent again. `now` is in ms since 1970. */
export function shouldGiveUp({ faults = 0, faultsSince = null }: Faults, now: number): boolean {
  return faults >= faultsAllowed && faultsSince !== null && now - faultsSince >= faultsOverMs;
}
