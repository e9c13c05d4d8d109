import type { ReviewDecision } from '#server/orders/decide-review.ts';
import { refreshOrder } from '#server/orders/payments/refresh-order.ts';
import { refundable } from '#server/orders/payments/refundable.ts';
import { requestRefund } from '#server/orders/payments/request-refund.ts';
import { type RefundOutcome, sendRefund } from '#server/orders/payments/send-refund.ts';
import { makeAuditedChange } from '#server/platform/database/change.ts';
import { answering, type Fault } from './payment-faults.ts';
import { approvedOrder, openPaymentShop, type PaymentShop } from './payment-shop.ts';
import { sendStudio } from './studio-call.ts';
import { joinStudio } from './studio-person.ts';

/** The provider's answer while it is out of order. */
export const unavailable: Fault = answering(503, '{"name":"INTERNAL_SERVER_ERROR"}');

/** A shop with an order in review: the provider took $12.00 for a total of $11.00. */
export interface ReviewShop {
  readonly shop: PaymentShop;
  readonly orderId: string;
  /** Cents that the provider took. */
  readonly captured: number;
  /** Refunds everything that the shop has recorded as left. */
  refund(): Promise<RefundOutcome>;
  /** The studio's decision in the back office; returns the status of the call. */
  decide(decision: ReviewDecision): Promise<number>;
  /** The provider takes the same amount again, and notifies the shop. */
  takeAgain(): Promise<void>;
  /** Refunds at the provider, without the shop. */
  refundByHand(cents: number): Promise<void>;
  /** Sends the provider's notice of its refund at an index, from 0; returns the status of the call. */
  sendRefundNotice(place: number): Promise<number>;
  /** Cents refunded at the provider. */
  returned(): number;
  /** Cents refunded according to the shop. */
  recorded(): Promise<number>;
  /** Whether the buyer can download anything of the order. */
  isOpen(): Promise<boolean>;
}

export async function openReviewShop(): Promise<ReviewShop> {
  const captured = 1200;
  const shop = await openPaymentShop();
  const { orderId, paypalOrderId } = await approvedOrder(shop, { price: captured });
  const { database } = shop.services;
  await database.write((tx) =>
    tx
      .updateTable('orders')
      .set({ totalPrice: captured - 100 })
      .execute(),
  );
  await shop.capture(orderId);
  const { cookie } = await joinStudio(shop.app, shop.services);
  const atProvider = () => shop.practice.order(paypalOrderId ?? '');
  const captureId = atProvider()?.captures[0]?.id ?? '';
  const sum = (amounts: readonly number[]) => amounts.reduce((total, cents) => total + cents, 0);
  const recorded = async () => {
    const rows = await database.read
      .selectFrom('refunds')
      .select('amount')
      .where('kind', '=', 'refund')
      .execute();
    return sum(rows.map(({ amount }) => amount));
  };
  return {
    shop,
    orderId,
    captured,
    recorded,
    async refund() {
      const order = await shop.order(orderId);
      const rows = await database.read.selectFrom('refunds').selectAll().execute();
      const expected = refundable(order, [], rows).total;
      const request = await makeAuditedChange(shop.services, 'a'.repeat(24), (change) =>
        requestRefund(change, { orderId, itemId: null, expected }),
      );
      return sendRefund(shop.services, request);
    },
    async decide(decision) {
      const body = { decision };
      const response = await sendStudio(shop.app, 'endReview', {
        cookie,
        params: { orderId },
        body,
      });
      return response.status;
    },
    async takeAgain() {
      const order = atProvider();
      const [first] = order?.captures ?? [];
      if (!order || !first) throw new Error('nothing was taken yet');
      const again = { ...first, id: `${first.id}-again` };
      shop.practice.commit({ ...order, captures: [...order.captures, again] }, null);
      await refreshOrder(shop.services, await shop.order(orderId), 'webhook');
    },
    async refundByHand(cents) {
      await shop.services.gateway.refundCapture({
        captureId,
        requestId: `by hand ${atProvider()?.refunds.length}`,
        amount: { cents, currency: 'USD' },
      });
    },
    async sendRefundNotice(place) {
      const made = atProvider()?.refunds[place];
      const links = [{ rel: 'up', href: `https://provider.example/captures/${captureId}` }];
      const notice = shop.notice('PAYMENT.CAPTURE.REFUNDED', {
        ...made,
        status: 'COMPLETED',
        links,
      });
      return (await shop.sendNotice(notice)).status;
    },
    returned: () =>
      sum(
        (atProvider()?.refunds ?? []).map(({ amount }) => Math.round(Number(amount.value) * 100)),
      ),
    async isOpen() {
      const open = await database.read
        .selectFrom('orderItems')
        .innerJoin('orders', 'orders.id', 'orderItems.orderId')
        .select('orderItems.id')
        .where('orders.state', '=', 'paid')
        .where('orderItems.revokedAt', 'is', null)
        .execute();
      return open.length > 0;
    },
  };
}
