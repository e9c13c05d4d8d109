import { type Job, repeat } from '../../platform/jobs/repeat.ts';
import type { OrderServices } from './order-services.ts';
import { claimTry, tryPayments } from './payment-troubles.ts';

/** How often to look whether a try is due. */
const everyMs = 30_000;

/**
 * While the provider refuses every payment, tries once an hour whether they work again, in one process. Tries when the
 * shop starts, too: its credentials may be new.
 */
export function startPaymentTries(services: OrderServices): Job {
  let isStart = true;
  return repeat(
    { everyMs, firstMs: 0 },
    async () => {
      const isDue = await claimTry(services, isStart);
      isStart = false;
      if (isDue) await tryPayments(services);
    },
    (error) => services.log.error({ err: error }, 'trying payments failed'),
  );
}
