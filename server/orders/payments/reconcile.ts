import type { Transaction } from '../../platform/database/open.ts';
import { type Job, repeat } from '../../platform/jobs/repeat.ts';
import { ask } from './capture.ts';
import type { OrderServices } from './order-services.ts';
import { countPoll, type OrderRow, recordEvent, transition } from './order-state.ts';
import { pollDue } from './poll-due.ts';
import { hurryRefunds, resumeRefunds } from './send-refund.ts';

/** How often the shop looks for orders and refunds that are due. */
const everyMs = 15_000;

/** A due order that was claimed; without `order`, it ended with the claim. */
interface DueOrder {
  readonly order: OrderRow | null;
}

/**
 * Polls the provider for every order and every refund that is due, side by side: neither waits for
 * the other. Answers how many orders there were; once `isStopped` none is begun any more.
 */
export async function reconcileOnce(
  services: OrderServices,
  isStopped = () => false,
): Promise<number> {
  const [orders] = await Promise.all([
    reconcileOrders(services, isStopped),
    resumeRefunds(services, isStopped),
  ]);
  return orders;
}

/**
 * Polls the provider for every order that isn't final and wasn't heard of for a minute, so that what
 * the browser never confirmed is settled all the same. Orders that were answered last time go first.
 */
function reconcileOrders(services: OrderServices, isStopped: () => boolean): Promise<number> {
  return pollDue<DueOrder>({
    claim: () => services.database.write((tx) => claim(tx, services.clock())),
    async poll({ order }) {
      try {
        if (order) await ask(services, order, 'reconciler');
      } catch (error) {
        services.log.error({ err: error, orderId: order?.id }, 'an order could not be reconciled');
      }
    },
    isStopped,
  });
}

/** Takes the most urgent due order, so that of several servers one asks. One that never got to the provider ends here. */
async function claim(tx: Transaction, now: Date): Promise<DueOrder | null> {
  const due = await tx
    .selectFrom('orders')
    .selectAll()
    .where('askAt', '<=', now.toISOString())
    .orderBy('unansweredPolls')
    .orderBy('askAt')
    .limit(1)
    .executeTakeFirst();
  if (!due) return null;
  if (due.providerOrderId !== null) {
    const polled = { ...due, ...countPoll(now, due) };
    return { order: await recordEvent(tx, now, polled, 'asking', { source: 'reconciler' }) };
  }
  // No order was created at the provider, so nobody can pay it.
  const ended = await transition(tx, now, due.id, {
    from: ['draft', 'provider_creating'],
    to: 'void',
    kind: 'void',
    detail: { reason: 'never reached the provider' },
  });
  // In any other state there is nobody to ask either: it must not be the most urgent one again at once.
  if (!ended) {
    const polled = { ...due, ...countPoll(now, due) };
    await recordEvent(tx, now, polled, 'asking', { source: 'reconciler' });
  }
  return { order: null };
}

/** A capture that was under way when the server went down is asked about at once, unless polls of it go unanswered. */
async function hurryCaptures(services: OrderServices): Promise<void> {
  const askAt = services.clock().toISOString();
  await services.database.write((tx) =>
    tx
      .updateTable('orders')
      .set({ askAt })
      .where('state', '=', 'capturing')
      .where('unansweredPolls', '=', 0)
      .execute(),
  );
}

/** Reconciles orders and refunds now and from time to time, each at its own pace. `stop` waits for what is under way. */
export function startReconciler(services: OrderServices): Job {
  const jobs = [
    startRounds(services, () => hurryCaptures(services), reconcileOrders),
    startRounds(services, () => hurryRefunds(services), resumeRefunds),
  ];
  return {
    async stop() {
      await Promise.all(jobs.map((job) => job.stop()));
    },
  };
}

function startRounds(
  services: OrderServices,
  hurry: () => Promise<void>,
  round: (services: OrderServices, isStopped: () => boolean) => Promise<unknown>,
): Job {
  const hurried = Promise.allSettled([hurry()]);
  return repeat(
    { everyMs, firstMs: 0 },
    async (signal) => {
      await hurried;
      await round(services, () => signal.aborted);
    },
    (error) => services.log.error({ err: error }, 'reconciling failed'),
  );
}
