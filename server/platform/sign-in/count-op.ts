import type { Change } from '../database/change.ts';
import { countUse, spendIn } from '../http/limit.ts';
import type { Services } from '../services/services.ts';

/** For each account: enough for the outbox of a long time offline, although each op leaves an answer behind. */
const opLimit = { count: 600, windowMs: 600_000 };

const keyOf = (accountId: string) => `ops:${accountId}`;

/** Counts an op of an account, in the change that it makes. @throws TOO_MANY */
export function countOp(
  change: Change,
  services: Pick<Services, 'limitFactor'>,
  accountId: string,
): Promise<void> {
  return spendIn(change, services, keyOf(accountId), opLimit);
}

/** Has a change that isn't an op come before or after each of the account's ops: all of them write this row first. */
export async function holdOps(change: Change, accountId: string): Promise<void> {
  await countUse(change, keyOf(accountId), opLimit.windowMs);
}
