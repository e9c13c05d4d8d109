import type { SendOutcome } from './send-outcome.ts';

/** So many of its own faults a server is forgiven. */
const faultsAllowed = 5;

/**
 * Whether what was just tried is to leave its line: the server failed on it often, `faults` times
 * before, while it is well otherwise.
 */
export async function isPoison(
  { kind }: SendOutcome,
  faults: number,
  isServerWell: () => Promise<boolean>,
): Promise<boolean> {
  return kind === 'fault' && faults + 1 >= faultsAllowed && (await isServerWell());
}
