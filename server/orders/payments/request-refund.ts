import { randomUUID } from 'node:crypto';
import { type Selectable, sql } from 'kysely';
import { formatCents } from '#contract/wire/money.ts';
import { recordAction } from '../../platform/audit/record-action.ts';
import type { AuditedChange } from '../../platform/database/change.ts';
import { newId } from '../../platform/database/new-id.ts';
import type { Tables } from '../../platform/database/tables.ts';
import { Problem } from '../../platform/http/problem.ts';
import { type OrderRow, pollMs, pollTime, readOrderRow } from './order-state.ts';
import { addPaymentEvent } from './payment-events.ts';
import { refundable } from './refundable.ts';

export type RefundRequest = Selectable<Tables['refundRequests']>;

/** A refund to request. `expected`: the amount in cents shown to the staff member who requests it. */
export interface RefundWanted {
  readonly orderId: string;
  /** Null: everything left of the payment. */
  readonly itemId: string | null;
  readonly expected: number;
}

/**
 * Records a refund to make, before the provider is called. One statement limits it to what the provider took
 * minus earlier refunds; an order has at most one open refund.
 * @throws NOT_FOUND; CONFLICT if it can't be made, or not with this amount
 */
export async function requestRefund(
  change: AuditedChange,
  { orderId, itemId, expected }: RefundWanted,
): Promise<RefundRequest> {
  const { tx } = change;
  const order = await readOrderRow(tx, orderId);
  const items = await tx
    .selectFrom('orderItems')
    .select(['id', 'price', 'discountedPrice', 'couponDiscount'])
    .where('orderId', '=', orderId)
    .execute();
  if (!order || (itemId !== null && !items.some(({ id }) => id === itemId))) {
    throw new Problem('NOT_FOUND', 'This order doesn’t exist, or doesn’t contain this design.');
  }
  refuseUnfit(order, itemId);
  const refunds = await tx
    .selectFrom('refunds')
    .select(['kind', 'amount', 'orderItemId'])
    .where('orderId', '=', orderId)
    .execute();
  const left = refundable(order, items, refunds);
  const amount = itemId === null ? left.total : (left.items.get(itemId) ?? 0);
  if (amount === 0) throw new Problem('CONFLICT', 'There is nothing left to refund.');
  if (amount !== expected) {
    const words = `${formatCents(amount)} can be refunded, not ${formatCents(expected)}. Please check again.`;
    throw new Problem('CONFLICT', words);
  }
  const request = await insertGuarded(change, order, itemId, amount);
  await addPaymentEvent(change, orderId, 'refunding', { cents: amount, item: itemId });
  await recordAction(change, {
    action: 'refund.started',
    subjectId: orderId,
    before: null,
    after: { cents: amount, item: itemId },
  });
  return request;
}

function refuseUnfit(order: OrderRow, itemId: string | null): void {
  if (order.state !== 'paid' && order.state !== 'review') {
    throw new Problem('CONFLICT', 'Nothing was paid for this order.');
  }
  if (order.state === 'paid' && order.providerCaptureId === null) {
    throw new Problem('CONFLICT', 'This order has no payment that could be refunded.');
  }
  if (order.state === 'review' && itemId !== null) {
    throw new Problem('CONFLICT', 'While an order is in review, it can only be refunded in full.');
  }
}

function underWay(): Problem {
  return new Problem(
    'CONFLICT',
    'A refund for this order is already pending. Wait for the payment provider’s answer.',
  );
}

async function insertGuarded(
  { tx, now, actorId }: AuditedChange,
  order: OrderRow,
  itemId: string | null,
  amount: number,
): Promise<RefundRequest> {
  const row = {
    id: newId(now),
    orderId: order.id,
    orderItemId: itemId,
    amount,
    requestId: randomUUID(),
    state: 'open',
    actorId,
    createdAt: now.toISOString(),
    nextPollAt: pollTime(now, pollMs),
  } as const;
  const back = tx
    .selectFrom('refunds')
    .select((eb) => eb.fn.coalesce(eb.fn.sum<number>('amount'), eb.lit(0)).as('cents'))
    .where('orderId', '=', order.id)
    .where('kind', '=', 'refund');
  const names = Object.keys(row) as (keyof typeof row)[];
  const request = await tx
    .insertInto('refundRequests')
    .columns(names)
    .expression(
      tx
        .selectFrom('orders')
        .select(names.map((name) => sql`${row[name]}`.as(name)))
        .where('id', '=', order.id)
        .where('state', 'in', ['paid', 'review'])
        .where((eb) => eb('capturedAmount', '>=', eb(back, '+', amount))),
    )
    .onConflict((conflict) => conflict.doNothing())
    .returningAll()
    .executeTakeFirst();
  if (!request) throw underWay();
  return request;
}
