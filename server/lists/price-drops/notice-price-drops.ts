import { firstCursor } from '../../platform/database/changes-after.ts';
import { type Job, repeat } from '../../platform/jobs/repeat.ts';
import type { Services } from '../../platform/services/services.ts';
import { queuePriceDrops, schedulePriceDrops } from './price-drops.ts';

/** How often to check the catalogue's changes. */
const everyMs = 5000;

/** Detects price drops of designs on wishlists and queues their pushes, until stopped. */
export function startPriceDrops({ database, clock, log }: Services): Job {
  /** The newest catalogue change checked; none, so that every start checks all of them once. */
  let seen = firstCursor;
  return repeat(
    { everyMs },
    async (signal) => {
      let from: string;
      do {
        from = seen;
        seen = await schedulePriceDrops(database, clock(), from);
      } while (seen !== from && !signal.aborted);
      while (!signal.aborted && (await queuePriceDrops(database, clock())));
    },
    (error) => log.error({ err: error }, 'noticing price drops failed'),
  );
}
