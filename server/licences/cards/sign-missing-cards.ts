import { makeChange } from '../../platform/database/change.ts';
import { type Job, repeat } from '../../platform/jobs/repeat.ts';
import type { Services } from '../../platform/services.ts';
import { makeFirstKey } from './keys.ts';
import { hasUnsigned, signOldCards } from './sign-cards.ts';

/** Items per transaction, so that the shop's own writes never wait long. */
const itemsAtOnce = 100;
/** After the first look, hardly anything but the demo studio adds orders without cards. */
const everyMs = 600_000;
const afterFailureMs = 15_000;

/**
 * Makes the shop's first key, and signs the licence cards of items that have none: those bought before there were cards
 * or a key, and the demo's.
 */
export async function signMissingCards(
  services: Pick<Services, 'database' | 'clock' | 'env'>,
  signal?: AbortSignal,
): Promise<void> {
  while (!signal?.aborted) {
    await makeFirstKey(services);
    if (!(await hasUnsigned(services.database.read))) return;
    await makeChange(services, (change) => signOldCards(change, services.env, itemsAtOnce));
  }
}

/** Keeps doing so, until stopped. */
export function startCardSigning(services: Services): Job {
  return repeat(
    { everyMs, firstMs: 0, afterFailureMs },
    (signal) => signMissingCards(services, signal),
    (error) => services.log.error({ err: error }, 'signing licence cards failed'),
  );
}
