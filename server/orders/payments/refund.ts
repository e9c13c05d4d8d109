import { studioOrderPath } from '#contract/studio/orders.ts';
import { takeRefund } from '../../commissions/take-payment.ts';
import { recordAction } from '../../platform/audit/record-action.ts';
import type { Change } from '../../platform/database/change.ts';
import { newId } from '../../platform/database/new-id.ts';
import type { Transaction } from '../../platform/database/open.ts';
import { letterhead } from '../../platform/mail/letterhead.ts';
import type { MailSettings } from '../../platform/mail/mail-settings.ts';
import { refunded } from '../../platform/mail/order-letters.ts';
import { disputed } from '../../platform/mail/studio-letters.ts';
import { notifyStudio } from '../../staff/notifications/notify-studio.ts';
import { type NumberSettings, numberCreditNotes } from '../receipts/receipt-numbers.ts';
import type { ProviderNotice, ProviderRefund } from './gateway.ts';
import { notifyBuyer } from './notify-buyer.ts';
import { type OrderRow, readOrderRow, transition } from './order-state.ts';
import { addPaymentEvent, wasPending } from './payment-events.ts';
import type { Item } from './record-sales.ts';
import { paidShare, refundedCents } from './refundable.ts';

/**
 * Records completed refunds, ends the studio's requests for them and mails the buyer. In a paid order, an item
 * is revoked once its whole price was refunded, and all items once the whole order was; their sales counts
 * decrease (OP-40). An order in review becomes void once nothing of its payment is left. Leaves out a refund that
 * is already recorded or not completed. Returns the items that it revoked, for `recordSales`.
 */
export async function recordRefunds(
  change: Change,
  mailSettings: MailSettings & NumberSettings,
  order: OrderRow,
  refunds: readonly ProviderRefund[],
): Promise<readonly Item[]> {
  const revoked: Item[] = [];
  for (const refund of refunds)
    revoked.push(...(await recordRefund(change, mailSettings, order, refund)));
  return revoked;
}

/** Returns the items that it revoked. */
async function recordRefund(
  change: Change,
  mailSettings: MailSettings & NumberSettings,
  order: OrderRow,
  refund: ProviderRefund,
): Promise<readonly Item[]> {
  const { tx } = change;
  if (refund.status !== 'COMPLETED') return [];
  const items = await tx
    .selectFrom('orderItems')
    .selectAll()
    .where('orderId', '=', order.id)
    .execute();
  const item = items.find(({ id }) => id === refund.reference) ?? null;
  const amount = Math.round(refund.amount.cents);
  const refundId = await insertOnce(change, order.id, {
    kind: 'refund',
    providerId: refund.id,
    amount,
    orderItemId: item?.id ?? null,
    returnedAt: (await wasPending(tx, order.id, refund.id)) ? null : (refund.at ?? null),
  });
  if (refundId === null) return [];
  await addPaymentEvent(change, order.id, 'refund', { refund: refund.id, amount: refund.amount });
  if (item || refund.reference === order.id) {
    await endRequest(change, order.id, item?.id ?? null, refund);
  }
  const revoked = order.state === 'paid' ? await revokeRefunded(change, order, items) : [];
  await voidEmptied(change, order.id);
  await takeRefund(change, mailSettings, order.commissionId);
  const licensed = await stillLicensed(tx, order.accountId, revoked);
  const letter = refunded(await letterhead(tx, mailSettings), {
    ...order,
    amount: refund.amount,
    revoked: revoked.map(({ productId, productName }) => ({
      name: productName,
      isStillLicensed: licensed.has(productId),
    })),
  });
  await notifyBuyer(change, order, letter, { paperOf: refundId });
  await numberCreditNotes(change, mailSettings);
  return revoked;
}

/**
 * How much of an order's payment is left after the recorded refunds. `unknown`: there were refunds, but the
 * amount taken isn't known.
 */
export async function leftOfPayment(
  tx: Transaction,
  { id, capturedAmount }: Pick<OrderRow, 'id' | 'capturedAmount'>,
): Promise<'some' | 'nothing' | 'unknown'> {
  const refunds = await tx
    .selectFrom('refunds')
    .select(['kind', 'amount', 'orderItemId'])
    .where('orderId', '=', id)
    .execute();
  const back = refundedCents(refunds);
  if (back === 0) return 'some';
  if (capturedAmount === null) return 'unknown';
  return back >= capturedAmount ? 'nothing' : 'some';
}

/**
 * Makes an order in review void once its whole payment was refunded, because nothing is left to decide.
 * Returns whether it did.
 */
export async function voidEmptied(change: Change, orderId: string): Promise<boolean> {
  const { tx } = change;
  const order = await readOrderRow(tx, orderId);
  if (order?.state !== 'review' || (await leftOfPayment(tx, order)) !== 'nothing') return false;
  return (
    (await transition(change, orderId, { from: ['review'], to: 'void', kind: 'void' })) !== null
  );
}

/** Revokes the refunded items of a paid order, and returns those it revoked now, for `recordSales`. */
export async function revokeRefunded(
  change: Change,
  order: OrderRow,
  items: readonly Item[],
): Promise<readonly Item[]> {
  const { tx, now } = change;
  const refunds = await tx
    .selectFrom('refunds')
    .select(['kind', 'amount', 'orderItemId'])
    .where('orderId', '=', order.id)
    .execute();
  const sum = refundedCents(refunds);
  const isWhole = sum > 0 && sum >= (order.capturedAmount ?? order.totalPrice);
  const ended = items.filter((item) => {
    if (item.refundedAt !== null) return false;
    const back = refundedCents(refunds, item.id);
    return isWhole || (back > 0 && back >= paidShare(item));
  });
  const nowAt = now.toISOString();
  for (const item of ended) {
    await tx
      .updateTable('orderItems')
      .set({ refundedAt: nowAt, revokedAt: item.revokedAt ?? nowAt })
      .where('id', '=', item.id)
      .execute();
  }
  return ended;
}

/** Which designs of these items another order of the account still gives a licence for. */
async function stillLicensed(
  tx: Transaction,
  accountId: string,
  items: readonly Item[],
): Promise<ReadonlySet<string>> {
  if (items.length === 0) return new Set();
  const productIds = items.map(({ productId }) => productId);
  const licensed = await tx
    .selectFrom('orderItems')
    .innerJoin('orders', 'orders.id', 'orderItems.orderId')
    .select('productId')
    .where('orders.accountId', '=', accountId)
    .where('orders.state', '=', 'paid')
    // Of an unfinished custom design, nothing can be used yet.
    .where((where) =>
      where.or([where('commissionId', 'is', null), where('releasedAt', 'is not', null)]),
    )
    .where('revokedAt', 'is', null)
    .where('productId', 'in', productIds)
    .execute();
  return new Set(licensed.map(({ productId }) => productId));
}

async function endRequest(
  change: Change,
  orderId: string,
  orderItemId: string | null,
  refund: ProviderRefund,
): Promise<void> {
  const { tx } = change;
  const request = await tx
    .updateTable('refundRequests')
    .set({ state: 'done', providerId: refund.id, nextPollAt: null })
    .where('orderId', '=', orderId)
    .where('state', '=', 'open')
    .where('orderItemId', orderItemId === null ? 'is' : '=', orderItemId)
    .returning('actorId')
    .executeTakeFirst();
  if (!request) return;
  await recordAction(
    { ...change, actorId: request.actorId },
    {
      action: 'refund.made',
      subjectId: orderId,
      before: null,
      after: { cents: Math.round(refund.amount.cents), item: orderItemId, refund: refund.id },
    },
  );
}

/**
 * Records that a buyer disputes a payment, or that a dispute was closed: once each, in any state of the
 * order. Notifies the studio of a new dispute.
 */
export async function recordDispute(
  change: Change,
  mailSettings: MailSettings,
  order: OrderRow,
  dispute: NonNullable<ProviderNotice['dispute']>,
): Promise<void> {
  const { tx } = change;
  const { id, amount, isClosed } = dispute;
  const disputeId = await insertOnce(change, order.id, {
    kind: isClosed ? 'dispute_closed' : 'dispute',
    providerId: isClosed ? closedName(id) : id,
    amount: Math.round(amount?.cents ?? 0),
    orderItemId: null,
  });
  if (disputeId === null) return;
  await addPaymentEvent(
    change,
    order.id,
    'dispute',
    amount ? { id, amount, isClosed } : { id, isClosed },
  );
  if (isClosed || (await wasClosed(tx, id))) return;
  await notifyStudio(change, mailSettings, {
    kind: 'review',
    subjectId: `${order.id}:dispute`,
    title: `The payment for order ${order.orderNumber} is disputed`,
    path: studioOrderPath(order.id),
    letter: disputed(await letterhead(tx, mailSettings), { ...order, amount }),
  });
}

function closedName(disputeId: string): string {
  return `${disputeId}:closed`;
}

/** Whether the dispute is already closed: notices may come in any order. */
async function wasClosed(tx: Transaction, disputeId: string): Promise<boolean> {
  const closed = await tx
    .selectFrom('refunds')
    .select('id')
    .where('providerId', '=', closedName(disputeId))
    .executeTakeFirst();
  return closed !== undefined;
}

/** Returns the id of the new row; null if it was recorded before. */
async function insertOnce(
  { tx, now }: Change,
  orderId: string,
  row: {
    readonly kind: 'refund' | 'dispute' | 'dispute_closed';
    readonly providerId: string;
    readonly amount: number;
    readonly orderItemId: string | null;
    readonly returnedAt?: string | null;
  },
): Promise<string | null> {
  const inserted = await tx
    .insertInto('refunds')
    .values({ id: newId(now), orderId, ...row, createdAt: now.toISOString() })
    .onConflict((conflict) => conflict.column('providerId').doNothing())
    .returning('id')
    .executeTakeFirst();
  return inserted?.id ?? null;
}
