import { assertLeft, spend } from '../platform/http/limit.ts';
import { Problem } from '../platform/http/problem.ts';
import type { Services } from '../platform/services/services.ts';

/** More wrong codes than the buyers behind one address type, too few to guess one. */
const addressLimit = { count: 100, windowMs: 600_000 };

/**
 * Does what says whether a code exists. Counts only a code that is unknown or refused, because a whole fair may scan a good
 * one from one address; past the limit a good one isn't answered either.
 * @throws TOO_MANY, and what `look` throws
 */
export async function tryCode<T>(
  services: Services,
  address: string,
  look: () => Promise<T>,
): Promise<T> {
  const key = `coupon:address:${address}`;
  await assertLeft(services, key, addressLimit);
  try {
    return await look();
  } catch (cause) {
    const isWrong =
      cause instanceof Problem && (cause.code === 'NOT_FOUND' || cause.code === 'COUPON_REFUSED');
    if (isWrong) await spend(services, key, addressLimit);
    throw cause;
  }
}
