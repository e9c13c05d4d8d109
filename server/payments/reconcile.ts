import { type Job, repeat } from '../repeat.ts';
import type { Services } from '../services.ts';
import { ask } from './capture.ts';
import { type OrderRow, stay, step } from './order-state.ts';
import { hurryRefunds, resumeRefunds } from './send-refund.ts';

/** How often the shop looks for orders that are due. */
const everyMs = 15_000;
const mostAtOnce = 50;
/** After this many orders without an answer the provider is left alone until the next run. */
const mostUnanswered = 3;

/**
 * Asks the provider about every order that isn't final and wasn't heard of for a minute, so that
 * what the browser never confirmed is settled all the same, and then about refunds that it has not
 * answered for. Answers how many orders were looked at; once `isStopped` none is begun any more.
 */
export async function reconcileOnce(services: Services, isStopped = () => false): Promise<number> {
  const due = await services.database.read
    .selectFrom('orders')
    .select('id')
    .where('askAt', '<=', services.clock().toISOString())
    .orderBy('askAt')
    .limit(mostAtOnce)
    .execute();
  let unanswered = 0;
  let looked = 0;
  for (const { id } of due) {
    if (unanswered >= mostUnanswered || isStopped()) break;
    looked += 1;
    try {
      if (!(await reconcileOrder(services, id))) unanswered += 1;
    } catch (error) {
      unanswered += 1;
      services.log.error({ err: error, orderId: id }, 'an order could not be reconciled');
    }
  }
  if (unanswered < mostUnanswered) await resumeRefunds(services, isStopped);
  return looked;
}

/** False where the provider gave no answer. */
async function reconcileOrder(services: Services, orderId: string): Promise<boolean> {
  const order = await claim(services, orderId);
  if (!order) return true;
  return (await ask(services, order, 'reconciler')) !== 'unknown';
}

/** Takes a due order, so that of several servers one asks. One that never got to the provider ends here. */
function claim(services: Services, orderId: string): Promise<OrderRow | null> {
  return services.database.write(async (tx) => {
    const now = services.clock();
    const order = await tx
      .selectFrom('orders')
      .selectAll()
      .where('id', '=', orderId)
      .where('askAt', '<=', now.toISOString())
      .executeTakeFirst();
    if (!order) return null;
    if (order.providerOrderId !== null) {
      return stay(tx, now, order, 'asking', { source: 'reconciler' });
    }
    // Nobody was ever told of a provider's order, so nobody can pay it.
    await step(tx, now, orderId, {
      from: ['draft', 'provider_creating'],
      to: 'void',
      kind: 'void',
      detail: { reason: 'never reached the provider' },
    });
    return null;
  });
}

/** A capture that was under way when the server went down waits for nobody: it is asked about at once. */
async function hurryCaptures(services: Services): Promise<void> {
  const askAt = services.clock().toISOString();
  await services.database.write((tx) =>
    tx.updateTable('orders').set({ askAt }).where('state', '=', 'capturing').execute(),
  );
}

/** Reconciles now and from time to time. `stop` waits for what is under way. */
export function startReconciler(services: Services): Job {
  const hurried = Promise.allSettled([hurryCaptures(services), hurryRefunds(services)]);
  return repeat(
    { everyMs, firstMs: 0 },
    async (signal) => {
      await hurried;
      await reconcileOnce(services, () => signal.aborted);
    },
    (error) => services.log.error({ err: error }, 'reconciling failed'),
  );
}
