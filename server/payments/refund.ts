import { noteChange } from '../catalogue/queries.ts';
import type { Transaction } from '../database/open.ts';
import type { Env } from '../env.ts';
import { letterhead } from '../mail/letterhead.ts';
import { refunded } from '../mail/templates.ts';
import { newId } from '../new-id.ts';
import { noteAction } from '../studio/note-action.ts';
import type { ProviderNotice, ProviderRefund } from './gateway.ts';
import { givenBack, paidShare } from './left-to-refund.ts';
import type { OrderRow } from './order-state.ts';
import { tellBuyer } from './tell-buyer.ts';
import { note } from './trail.ts';

/**
 * Writes down money that went back, ends the studio's request for it and tells the buyer. Of a paid
 * order, an item whose whole price went back is revoked, and so is every item once the whole
 * order's did; sold counts go down with them (OP-40). A refund that is written down already, or not
 * through yet, changes nothing.
 */
export async function recordRefund(
  tx: Transaction,
  env: Env,
  now: Date,
  order: OrderRow,
  refund: ProviderRefund,
): Promise<void> {
  if (refund.status !== 'COMPLETED') return;
  const items = await tx
    .selectFrom('orderItems')
    .selectAll()
    .where('orderId', '=', order.id)
    .execute();
  const item = items.find(({ id }) => id === refund.reference) ?? null;
  const amount = Math.round(refund.amount.cents);
  const isNew = await insertOnce(tx, now, order.id, {
    kind: 'refund',
    providerId: refund.id,
    amount,
    orderItemId: item?.id ?? null,
  });
  if (!isNew) return;
  await note(tx, now, order.id, 'refund', { refund: refund.id, cents: refund.amount.cents });
  if (item || refund.reference === order.id) {
    await endRequest(tx, now, order.id, item?.id ?? null, refund);
  }
  const revoked = order.state === 'paid' ? await revokeRefunded(tx, now, order, items) : [];
  const letter = refunded(await letterhead(tx, env), {
    ...order,
    amount,
    revoked: revoked.map(({ productName }) => productName),
  });
  await tellBuyer(tx, now, order, letter);
}

/** Answers the items that this ended. */
async function revokeRefunded<
  Item extends {
    readonly id: string;
    readonly productId: string;
    readonly price: number;
    readonly discountedPrice: number | null;
    readonly couponDiscount: number;
    readonly revokedAt: string | null;
    readonly refundedAt: string | null;
  },
>(tx: Transaction, now: Date, order: OrderRow, items: readonly Item[]): Promise<readonly Item[]> {
  const refunds = await tx
    .selectFrom('refunds')
    .select(['kind', 'amount', 'orderItemId'])
    .where('orderId', '=', order.id)
    .execute();
  const isWhole = givenBack(refunds) >= (order.capturedAmount ?? order.totalPrice);
  const ended = items.filter((item) => {
    if (item.refundedAt !== null) return false;
    const back = givenBack(refunds, item.id);
    return isWhole || (back > 0 && back >= paidShare(item));
  });
  const nowAt = now.toISOString();
  for (const item of ended) {
    await tx
      .updateTable('orderItems')
      .set({ refundedAt: nowAt, revokedAt: item.revokedAt ?? nowAt })
      .where('id', '=', item.id)
      .execute();
    await countSale(tx, now, item.productId, -1);
  }
  return ended;
}

async function endRequest(
  tx: Transaction,
  now: Date,
  orderId: string,
  orderItemId: string | null,
  refund: ProviderRefund,
): Promise<void> {
  const request = await tx
    .updateTable('refundRequests')
    .set({ state: 'done', providerId: refund.id, askAt: null })
    .where('orderId', '=', orderId)
    .where('state', '=', 'open')
    .where('orderItemId', orderItemId === null ? 'is' : '=', orderItemId)
    .returning('who')
    .executeTakeFirst();
  if (!request) return;
  await noteAction(tx, now, {
    who: request.who,
    what: 'refunded',
    target: orderId,
    before: null,
    after: { cents: Math.round(refund.amount.cents), item: orderItemId, refund: refund.id },
  });
}

/** Writes down that a buyer disputes a payment, or that a dispute was closed; once each. */
export async function recordDispute(
  tx: Transaction,
  now: Date,
  order: OrderRow,
  dispute: NonNullable<ProviderNotice['dispute']>,
): Promise<void> {
  const isNew = await insertOnce(tx, now, order.id, {
    kind: dispute.isClosed ? 'dispute_closed' : 'dispute',
    providerId: dispute.isClosed ? `${dispute.id}:closed` : dispute.id,
    amount: Math.round(dispute.amount.cents),
    orderItemId: null,
  });
  if (isNew) await note(tx, now, order.id, 'dispute', { ...dispute });
}

/** Counts a sale of a design, or takes one back. */
export async function countSale(
  tx: Transaction,
  now: Date,
  productId: string,
  by: 1 | -1,
): Promise<void> {
  await tx
    .updateTable('products')
    .set((set) => ({ salesCount: set('salesCount', '+', by) }))
    .where('id', '=', productId)
    .execute();
  await noteChange(tx, now, [productId]);
}

async function insertOnce(
  tx: Transaction,
  now: Date,
  orderId: string,
  row: {
    readonly kind: 'refund' | 'dispute' | 'dispute_closed';
    readonly providerId: string;
    readonly amount: number;
    readonly orderItemId: string | null;
  },
): Promise<boolean> {
  const inserted = await tx
    .insertInto('refunds')
    .values({ id: newId(now), orderId, ...row, createdAt: now.toISOString() })
    .onConflict((conflict) => conflict.column('providerId').doNothing())
    .returning('id')
    .executeTakeFirst();
  return inserted !== undefined;
}
