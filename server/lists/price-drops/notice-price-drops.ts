import { type Job, repeat } from '../../platform/jobs/repeat.ts';
import type { Services } from '../../platform/services.ts';
import { queuePriceDrops, schedulePriceDrops } from './price-drops.ts';

/** How often the catalogue's changes are looked through. */
const everyMs = 5000;

/** Notices that a design on somebody's wishlist costs less and queues their pushes, until stopped. */
export function startPriceDrops({ database, clock, log }: Services): Job {
  /** The newest change of the catalogue that was looked at; after a start all of them are, once. */
  let seen = 0;
  return repeat(
    { everyMs },
    async (signal) => {
      seen = await schedulePriceDrops(database, clock(), seen);
      while (!signal.aborted && (await queuePriceDrops(database, clock())));
    },
    (error) => log.error({ err: error }, 'noticing price drops failed'),
  );
}
