import { type CommissionState, mayMove, stateWords } from '#contract/shop/commission-states.ts';
import type { QuotePart } from '#contract/shop/order.ts';
import { commissionMessages } from '#contract/studio/commissions.ts';
import type { CommissionPayments } from '#contract/studio/orders.ts';
import { formatCents, toWire } from '#contract/wire/money.ts';
import type { AuditedChange } from '../platform/database/change.ts';
import type { Reader } from '../platform/database/open.ts';
import { Problem } from '../platform/http/problem.ts';
import { type OrderRow, transition } from './payments/order-state.ts';
import { refundable, refundedCents } from './payments/refundable.ts';
import { type RefundRequest, requestRefund } from './payments/request-refund.ts';
import { paymentState } from './present-order.ts';

/** The payments for a custom request, and how much of them can be refunded now. @throws NOT_FOUND */
export async function commissionPayments(
  reader: Reader,
  requestId: string,
): Promise<CommissionPayments> {
  await readState(reader, requestId);
  const payments = await readPayments(reader, requestId);
  return {
    payments: payments.map(({ order, part, refunds, isRefunding }) => ({
      orderId: order.id,
      orderNumber: order.orderNumber,
      part,
      paymentState: paymentState(order, refunds),
      totalPrice: toWire(order.totalPrice),
      refunded: toWire(refundedCents(refunds)),
      paidAt: order.paidAt,
      isRefunding,
    })),
    left: toWire(payments.reduce((sum, { left }) => sum + left, 0)),
  };
}

/**
 * Records a refund of all that is left of the payments for a custom request, before the provider is called. `expected`:
 * the cents that were shown. Leaves out what is being refunded already, so it can be repeated after a refusal. An open
 * order for the rest becomes void.
 * @throws NOT_FOUND; CONFLICT if it can't be made, or not with this amount
 */
export async function requestCommissionRefund(
  change: AuditedChange,
  requestId: string,
  expected: number,
): Promise<readonly RefundRequest[]> {
  const { tx } = change;
  const state = await readState(tx, requestId);
  if (!mayMove(state, 'refund', 'studio')) {
    throw new Problem('CONFLICT', commissionMessages.outOfTurn(stateWords[state]));
  }
  const payments = await readPayments(tx, requestId);
  if (payments.some(({ order }) => order.state === 'capturing')) {
    throw new Problem('CONFLICT', commissionMessages.beingPaid);
  }
  const left = payments.reduce((sum, payment) => sum + payment.left, 0);
  if (left === 0) throw new Problem('CONFLICT', 'There is nothing left to refund.');
  if (left !== expected) {
    const words = `${formatCents(left)} can be refunded, not ${formatCents(expected)}. Please check again.`;
    throw new Problem('CONFLICT', words);
  }
  const requests: RefundRequest[] = [];
  for (const { order, left: cents } of payments) {
    if (cents > 0) {
      requests.push(
        await requestRefund(change, { orderId: order.id, itemId: null, expected: cents }),
      );
      continue;
    }
    await transition(change, order.id, {
      from: ['provider_creating', 'provider_created'],
      to: 'void',
      kind: 'void',
      detail: { reason: 'the custom request is refunded' },
    });
  }
  return requests;
}

/**
 * Refuses to refund one part of the payments for a request that isn't finished: its other part would be kept for nothing.
 * @throws CONFLICT
 */
export async function assertNotOnePart(reader: Reader, orderId: string): Promise<void> {
  const request = await reader
    .selectFrom('orders')
    .innerJoin('customRequests', 'customRequests.id', 'orders.commissionId')
    .select('customRequests.state')
    .where('orders.id', '=', orderId)
    .where('orders.quotePart', '!=', 'whole')
    .executeTakeFirst();
  if (request && mayMove(request.state, 'refund', 'studio')) {
    throw new Problem('CONFLICT', commissionMessages.refundTogether);
  }
}

async function readState(reader: Reader, requestId: string): Promise<CommissionState> {
  const request = await reader
    .selectFrom('customRequests')
    .select('state')
    .where('id', '=', requestId)
    .executeTakeFirst();
  if (!request) throw new Problem('NOT_FOUND', commissionMessages.gone);
  return request.state;
}

interface Payment {
  readonly order: OrderRow;
  readonly part: QuotePart;
  readonly refunds: Parameters<typeof refundable>[2];
  readonly isRefunding: boolean;
  /** The cents that can be refunded now. */
  readonly left: number;
}

/** Oldest first. */
async function readPayments(reader: Reader, requestId: string): Promise<Payment[]> {
  const orders = await reader
    .selectFrom('orders')
    .selectAll()
    .where('commissionId', '=', requestId)
    .where('state', '!=', 'void')
    .orderBy('createdAt')
    .orderBy('quotePart')
    .execute();
  if (orders.length === 0) return [];
  const ids = orders.map(({ id }) => id);
  const refunds = await reader
    .selectFrom('refunds')
    .select(['orderId', 'kind', 'amount', 'orderItemId'])
    .where('orderId', 'in', ids)
    .execute();
  const open = await reader
    .selectFrom('refundRequests')
    .select('orderId')
    .where('orderId', 'in', ids)
    .where('state', '=', 'open')
    .execute();
  const refunding = new Set(open.map(({ orderId }) => orderId));
  return orders.map((order) => {
    const own = refunds.filter(({ orderId }) => orderId === order.id);
    const isTaken = order.state === 'paid' || order.state === 'review';
    const isRefunding = refunding.has(order.id);
    const left = isTaken && !isRefunding ? refundable(order, [], own).total : 0;
    return { order, part: order.quotePart ?? 'whole', refunds: own, isRefunding, left };
  });
}
