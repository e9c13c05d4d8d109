import type { StudioOrder } from '#contract/studio/orders.ts';
import { toWire } from '#contract/wire/money.ts';
import type { Database } from '../platform/database/open.ts';
import { Problem } from '../platform/http/problem.ts';
import { orderEntry } from './list-orders.ts';
import { orderedBy } from './ordered-by.ts';
import { paymentEventText } from './payment-event-text.ts';
import { readOrderRow } from './payments/order-state.ts';
import { paidShare, refundable } from './payments/refundable.ts';
import { pendingReasonText } from './pending-reason.ts';
import { creditNotes } from './present-order.ts';
import { earlierVersions, versionsOf } from './receipts/receipt-versions.ts';

/** The most events shown: a payment may be polled for weeks. */
const longestTrail = 200;

/** Everything the studio sees of an order. @throws NOT_FOUND */
export async function orderDetails(read: Database['read'], orderId: string): Promise<StudioOrder> {
  const order = await readOrderRow(read, orderId);
  if (!order) throw new Problem('NOT_FOUND', 'This order doesn’t exist.');
  const [account, items, refunds, requests, events] = await Promise.all([
    read
      .selectFrom('accounts')
      .select(['firstName', 'lastName', 'email', 'deletedAt'])
      .where('id', '=', order.accountId)
      .executeTakeFirstOrThrow(),
    read
      .selectFrom('orderItems')
      .selectAll()
      .where('orderId', '=', orderId)
      .orderBy('position')
      .execute(),
    read.selectFrom('refunds').selectAll().where('orderId', '=', orderId).execute(),
    read
      .selectFrom('refundRequests')
      .select(['orderItemId', 'amount', 'createdAt', 'overdueAt', 'providerId'])
      .where('orderId', '=', orderId)
      .where('state', '=', 'open')
      .execute(),
    read
      .selectFrom('paymentEvents')
      .selectAll()
      .where('orderId', '=', orderId)
      .orderBy('id', 'desc')
      .limit(longestTrail)
      .execute(),
  ]);
  const left = refundable(order, items, refunds);
  const [openRefund] = requests;
  const colleague = (await orderedBy(read, [order])).get(orderId);
  return {
    ...orderEntry(order, account, items, refunds),
    customer: {
      name: order.customerName,
      email: order.customerEmail,
      country: order.customerCountry,
      city: order.customerCity,
    },
    ...(colleague !== undefined && { orderedBy: colleague }),
    ...(order.commissionId !== null && { requestId: order.commissionId }),
    paymentMethod: order.paymentMethod,
    couponCode: order.couponCode,
    couponDiscount: toWire(order.couponDiscount),
    captured: order.capturedAmount === null ? null : toWire(order.capturedAmount),
    takenAt: order.takenAt,
    left: toWire(left.total),
    receiptNumber: order.receiptNumber,
    earlierReceipts:
      order.receiptNumber === null ? [] : earlierVersions(order, await versionsOf(read, [orderId])),
    creditNotes: creditNotes(refunds),
    providerCaptureId: order.providerCaptureId,
    reviewReason: order.state === 'review' ? order.reviewReason : null,
    items: items.map((item) => ({
      id: item.id,
      productId: item.productId,
      productName: item.productName,
      imageUrl: item.imageUrl,
      licenseType: item.licenseType,
      collectionName: item.collectionName,
      paid: toWire(paidShare(item)),
      left: toWire(left.items.get(item.id) ?? 0),
      revokedAt: item.revokedAt,
      refundedAt: item.refundedAt,
    })),
    openRefund: openRefund
      ? {
          itemId: openRefund.orderItemId,
          amount: toWire(openRefund.amount),
          createdAt: openRefund.createdAt,
          overdueAt: openRefund.overdueAt,
          reason: refundReason(events, openRefund.providerId),
        }
      : null,
    trail: events.map(({ id, createdAt: at, kind, detail }) => ({
      id,
      at,
      ...paymentEventText(kind, detail),
    })),
  };
}

/** Why a refund is pending, by the newest event about it. */
function refundReason(
  events: readonly { readonly kind: string; readonly detail: string }[],
  refundId: string | null,
): string | null {
  for (const { kind, detail } of events) {
    if (kind !== 'refund_pending') continue;
    const { refund, reason } = JSON.parse(detail) as { refund?: string; reason?: string };
    if (refund === refundId) return reason === undefined ? null : pendingReasonText(reason);
  }
  return null;
}
