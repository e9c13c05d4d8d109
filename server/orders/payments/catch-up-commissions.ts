import type { CommissionState } from '#contract/shop/commission-states.ts';
import { paidInFull, releaseFiles } from '../../commissions/paying-orders.ts';
import { reasonNotToPay, takePayment, takeRefund } from '../../commissions/take-payment.ts';
import { makeChange } from '../../platform/database/change.ts';
import type { Reader } from '../../platform/database/open.ts';
import { type Job, repeat } from '../../platform/jobs/repeat.ts';
import type { OrderServices } from './order-services.ts';
import { readOrderRow } from './order-state.ts';
import { leftOfPayment } from './refund.ts';
import { toReview } from './settle.ts';

const everyMs = 60_000;

/** The states of a request that nothing is paid for. */
const unpaidStates: readonly CommissionState[] = [
  'received',
  'quoted',
  'expired',
  'declined',
  'withdrawn',
  'closed',
  'refunded',
];

/**
 * Does for custom requests what should have followed a payment or a refund: during an update, the version before may
 * capture one, and knows nothing of requests. Puts a payment in review that can't be taken. Doing so twice is the same
 * as once.
 */
export async function catchUpCommissions(services: OrderServices): Promise<void> {
  const { read } = services.database;
  for (const { id } of await missed(read).execute()) {
    await takeMissed(services, id);
  }
  for (const { requestId } of await paid(read)
    .select('customRequests.id as requestId')
    .distinct()
    .innerJoin('refunds', 'refunds.orderId', 'orders.id')
    .where((request) =>
      request.or([
        request('customRequests.state', 'in', ['paid', 'drawing', 'delivered', 'changes_wanted']),
        request.and([
          request('customRequests.state', '=', 'accepted'),
          request('customRequests.wants', '=', 'yearly_licence'),
        ]),
      ]),
    )
    .execute()) {
    await makeChange(services, (change) => takeRefund(change, services.env, requestId));
  }
  for (const { requestId } of await paidInFull(read)
    .innerJoin('customRequests', 'customRequests.id', 'orders.commissionId')
    .select('customRequests.id as requestId')
    .where('customRequests.state', '=', 'accepted')
    .execute()) {
    await makeChange(services, (change) => releaseFiles(change, requestId));
  }
}

function paid(read: Reader) {
  return read
    .selectFrom('orders')
    .innerJoin('customRequests', 'customRequests.id', 'orders.commissionId')
    .select('orders.id')
    .where('orders.commissionId', 'is not', null)
    .where('orders.state', '=', 'paid');
}

/** Paid orders whose request nobody moved, or moved as if a design were drawn for a yearly licence. */
function missed(read: Reader) {
  return paid(read).where((request) =>
    request.or([
      request('customRequests.state', 'in', unpaidStates),
      request.and([
        request('customRequests.state', '=', 'paid'),
        request('customRequests.wants', '=', 'yearly_licence'),
      ]),
    ]),
  );
}

function takeMissed(services: OrderServices, orderId: string): Promise<void> {
  return makeChange(services, async (change) => {
    const { tx } = change;
    const order = await readOrderRow(tx, orderId);
    if (order?.state !== 'paid' || (await leftOfPayment(tx, order)) === 'nothing') return;
    const isMissed = await missed(tx).where('orders.id', '=', orderId).executeTakeFirst();
    if (!isMissed) return;
    const reason = await reasonNotToPay(change, services.env, order);
    if (reason === null) await takePayment(change, services.env, order);
    else await toReview(change, services.env, order, reason, { source: 'reconciler' });
  });
}

export function startCatchingUpCommissions(services: OrderServices): Job {
  return repeat(
    { everyMs, firstMs: 0 },
    () => catchUpCommissions(services),
    (error) =>
      services.log.error({ err: error }, 'catching up on payments of custom requests failed'),
  );
}
