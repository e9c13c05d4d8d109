import { spend } from '../platform/http/limit.ts';
import type { Services } from '../platform/services/services.ts';

/** More tries than the buyers behind one address need, too few to guess a code. */
const addressLimit = { count: 100, windowMs: 600_000 };

/** Counts a request that says whether a code exists. @throws TOO_MANY */
export async function spendTry(services: Services, address: string): Promise<void> {
  await spend(services, `coupon:address:${address}`, addressLimit);
}
