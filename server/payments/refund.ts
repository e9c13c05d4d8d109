import { priceToPay } from '#contract/money.ts';
import { noteChange } from '../catalogue/queries.ts';
import type { Transaction } from '../database/open.ts';
import { newId } from '../new-id.ts';
import type { ProviderNotice, ProviderRefund } from './gateway.ts';
import type { OrderRow } from './order-state.ts';
import { note } from './trail.ts';

/**
 * Writes down money that went back for a paid order. An item whose whole price went back is
 * revoked, and so is every item once the whole order's did; sold counts go down with them (OP-40).
 * A refund that is written down already changes nothing.
 */
export async function recordRefund(
  tx: Transaction,
  now: Date,
  order: OrderRow,
  refund: ProviderRefund,
): Promise<void> {
  const items = await tx
    .selectFrom('orderItems')
    .selectAll()
    .where('orderId', '=', order.id)
    .execute();
  const orderItemId = items.find((item) => item.id === refund.reference)?.id ?? null;
  const isNew = await insertOnce(tx, now, order.id, {
    kind: 'refund',
    providerId: refund.id,
    amount: Math.round(refund.amount.cents),
    orderItemId,
  });
  if (!isNew) return;
  await note(tx, now, order.id, 'refund', { refund: refund.id, cents: refund.amount.cents });
  const refunds = await tx
    .selectFrom('refunds')
    .select(['amount', 'orderItemId'])
    .where('orderId', '=', order.id)
    .where('kind', '=', 'refund')
    .execute();
  const isWhole = sum(refunds) >= order.totalPrice;
  const revoked = items.filter((item) => {
    if (item.revokedAt !== null) return false;
    const paid = priceToPay(item.price, item.discountedPrice) - item.couponDiscount;
    const back = sum(refunds.filter((row) => row.orderItemId === item.id));
    return isWhole || (back > 0 && back >= paid);
  });
  for (const item of revoked) {
    await tx
      .updateTable('orderItems')
      .set({ revokedAt: now.toISOString() })
      .where('id', '=', item.id)
      .execute();
    await countSale(tx, now, item.productId, -1);
  }
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

function sum(rows: readonly { readonly amount: number }[]): number {
  return rows.reduce((total, row) => total + row.amount, 0);
}
