import { type Change, makeChange } from '../../platform/database/change.ts';
import { skipTaken } from '../../platform/jobs/lease.ts';
import { type Job, repeat } from '../../platform/jobs/repeat.ts';
import { pollPayment } from './capture.ts';
import type { OrderServices } from './order-services.ts';
import { countPoll, type OrderRow, recordEvent, transition, underWayMs } from './order-state.ts';
import { pollDue } from './poll-due.ts';
import { pollRefundsNow, resumeRefunds } from './resume-refunds.ts';

/** How often the shop checks for due orders and refunds. */
const everyMs = 15_000;

/** A claimed order that was due. `order` is null if there is nothing to poll. */
interface DueOrder {
  readonly order: OrderRow | null;
}

/**
 * Polls the provider for every order and every refund that is due, the two side by side so that neither waits
 * for the other. Starts no new polls once `isStopped`. Returns the number of orders.
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
 * Polls the provider for every due order, so that payments the browser never confirmed are settled too.
 * Orders that were answered last time go first.
 */
function reconcileOrders(services: OrderServices, isStopped: () => boolean): Promise<number> {
  return pollDue<DueOrder>({
    claim: () => makeChange(services, claim),
    async poll({ order }) {
      try {
        if (order) await pollPayment(services, order, 'reconciler');
      } catch (error) {
        services.log.error({ err: error, orderId: order?.id }, 'an order could not be reconciled');
        if (order) await waitLonger(services, order);
      }
    },
    isStopped,
  });
}

/** Has an order that the shop fails on itself wait like one without an answer, unless the database is away, too. */
async function waitLonger(services: OrderServices, order: OrderRow): Promise<void> {
  const detail = { reason: 'the shop failed to handle it' };
  await makeChange(services, (change) => recordEvent(change, order, 'unknown', detail)).catch(
    () => {},
  );
}

/** Claims the most urgent due order, so that only one of several servers polls it. Cancels an order that never reached the provider. */
async function claim(change: Change): Promise<DueOrder | null> {
  const { tx, now } = change;
  const due = await tx
    .selectFrom('orders')
    .selectAll()
    .where('nextPollAt', '<=', now.toISOString())
    .orderBy('unansweredPolls')
    .orderBy('nextPollAt')
    .limit(1)
    .modifyEnd(skipTaken(tx))
    .executeTakeFirst();
  if (!due) return null;
  if (due.providerOrderId !== null) {
    const polled = { ...due, ...countPoll(now, due) };
    const source = 'reconciler';
    return { order: await recordEvent(change, polled, 'asking', { source }, underWayMs) };
  }
  // The provider never created the order, so nobody can pay it.
  const ended = await transition(change, due.id, {
    from: ['draft', 'provider_creating'],
    to: 'void',
    kind: 'void',
    detail: { reason: 'never reached the provider' },
  });
  // In any other state there is nothing to poll either; postpones it so that it isn't the most urgent again right away.
  if (!ended) {
    const polled = { ...due, ...countPoll(now, due) };
    await recordEvent(change, polled, 'asking', { source: 'reconciler' });
  }
  return { order: null };
}

/** When the server starts, polls captures that were in progress when it stopped, unless polls of them are going unanswered. */
async function pollCapturesNow(services: OrderServices): Promise<void> {
  const nextPollAt = services.clock().toISOString();
  await services.database.write((tx) =>
    tx
      .updateTable('orders')
      .set({ nextPollAt })
      .where('state', '=', 'capturing')
      .where('unansweredPolls', '=', 0)
      .execute(),
  );
}

/** Reconciles orders and refunds at the start and then at intervals, independently of each other. `stop` waits for polls in progress. */
export function startReconciler(services: OrderServices): Job {
  const jobs = [
    startRounds(services, () => pollCapturesNow(services), reconcileOrders),
    startRounds(services, () => pollRefundsNow(services), resumeRefunds),
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
