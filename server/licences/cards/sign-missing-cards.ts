import { setImmediate as nextTurn } from 'node:timers/promises';
import { chunk } from '#contract/wire/chunk.ts';
import { makeChange } from '../../platform/database/change.ts';
import { type Job, repeat } from '../../platform/jobs/repeat.ts';
import type { Services } from '../../platform/services/services.ts';
import { makeFirstKey } from './keys.ts';
import { itemsAfter, signOldCards } from './sign-cards.ts';

/** Items that one query looks at, and that one transaction signs, so that the shop's own work never waits long. */
const [lookedAt, signedAtOnce] = [500, 20];
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
  await makeFirstKey(services);
  let after = '';
  let items: Awaited<ReturnType<typeof itemsAfter>>;
  do {
    items = await itemsAfter(services.database.read, after, lookedAt);
    after = items.at(-1)?.id ?? after;
    const unsigned = items.flatMap(({ id, signed }) => (signed === null ? id : []));
    for (const ids of chunk(unsigned, signedAtOnce)) {
      if (signal?.aborted) return;
      await makeChange(services, (change) => signOldCards(change, services.env, ids));
      await nextTurn();
    }
  } while (items.length === lookedAt && !signal?.aborted);
}

/** Keeps doing so, until stopped. */
export function startCardSigning(services: Services): Job {
  return repeat(
    { everyMs, firstMs: 0, afterFailureMs },
    (signal) => signMissingCards(services, signal),
    (error) => services.log.error({ err: error }, 'signing licence cards failed'),
  );
}
