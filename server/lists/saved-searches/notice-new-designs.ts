import { type Job, repeat } from '../../platform/jobs/repeat.ts';
import type { Services } from '../../platform/services/services.ts';
import { queueNewDesigns } from './new-designs.ts';

/** How often to look for new designs. */
const everyMs = 30_000;

/** Tells buyers about new designs for their saved searches, until stopped. */
export function startNewDesigns(services: Services): Job {
  return repeat(
    { everyMs },
    async (signal) => {
      while (!signal.aborted && (await queueNewDesigns(services)));
    },
    (error) => services.log.error({ err: error }, 'telling buyers of new designs failed'),
  );
}
