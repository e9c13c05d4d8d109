import { describe, expect, it } from 'vitest';
import { removeFromCart } from '#server/lists/carts/queries.ts';
import { reconcileOnce, startReconciler } from '#server/orders/payments/reconcile.ts';
import { requestRefund } from '#server/orders/payments/request-refund.ts';
import { sendRefund } from '#server/orders/payments/send-refund.ts';
import { makeAuditedChange } from '#server/platform/database/change.ts';
import { answering, dropAfter, dropBefore, hang } from '#tests/support/payment-faults.ts';
import {
  approvedOrder,
  openPaymentShop,
  type PaymentShop,
  studioEmail,
} from '#tests/support/payment-shop.ts';
import { callStudio } from '#tests/support/studio-call.ts';
import { joinStudio } from '#tests/support/studio-person.ts';

const minute = 60_000;
const hour = 60 * minute;
/** An order is polled after 1, 2, 4, 8, 16, 32 minutes and then hourly, until a day has passed. */
const maxPollsADay = 30;

/** The answer of a provider whose account was changed. */
const forbidden = answering(403, '{"name":"NOT_AUTHORIZED","details":[]}');

/** An approved order whose capture has an unknown outcome. */
async function lostCapture(shop: PaymentShop) {
  const made = await approvedOrder(shop);
  shop.provider.plan('capture', dropAfter);
  await shop.capture(made.orderId);
  await shop.services.database.write((tx) => removeFromCart(tx, shop.buyer.id, [made.productId]));
  return made;
}

/** Orders that the provider no longer lets the shop read. */
async function unreadableOrders(
  shop: PaymentShop,
  count: number,
  fault = forbidden,
): Promise<string[]> {
  const orderIds: string[] = [];
  for (let made = 0; made < count; made += 1) {
    const { orderId, paypalOrderId } = await lostCapture(shop);
    shop.provider.spoil(paypalOrderId ?? '', fault);
    orderIds.push(orderId);
  }
  return orderIds;
}

async function paidOrder(shop: PaymentShop): Promise<string> {
  const { orderId } = await approvedOrder(shop, { price: 500 });
  await shop.capture(orderId);
  return orderId;
}

/** A refund of a paid order that never reached the provider. */
async function lostRefund(shop: PaymentShop, orderId: string): Promise<void> {
  const request = await makeAuditedChange(shop.services, 'a'.repeat(24), (change) =>
    requestRefund(change, { orderId, itemId: null, expected: 500 }),
  );
  shop.provider.plan('refund', dropBefore);
  await sendRefund(shop.services, request);
}

async function refundStates(shop: PaymentShop) {
  const rows = await shop.services.database.read
    .selectFrom('refundRequests')
    .select('state')
    .execute();
  return rows.map(({ state }) => state);
}

/** Runs the reconciler each minute for two hours, then every ten minutes. */
async function run(shop: PaymentShop, hours: number): Promise<void> {
  for (let passed = 0; passed < hours * hour; ) {
    const pause = passed < 2 * hour ? minute : 10 * minute;
    shop.pass(pause);
    passed += pause;
    await reconcileOnce(shop.services);
  }
}

describe('beside 20 orders that the provider doesn’t let the shop read', () => {
  it.each([0, 10])(
    'settles a lost refund and a lost capture on time (after %i hours)',
    async (hours) => {
      const shop = await openPaymentShop();
      const refunded = await paidOrder(shop);
      await unreadableOrders(shop, 20);
      await run(shop, hours);
      await lostRefund(shop, refunded);
      const { orderId } = await lostCapture(shop);

      shop.pass(minute);
      await reconcileOnce(shop.services);

      expect(await refundStates(shop)).toEqual(['done']);
      expect(await shop.order(orderId)).toMatchObject({ state: 'paid' });
    },
  );

  it('asks about none of them more than 30 times in a day, and not at all afterwards', async () => {
    const shop = await openPaymentShop();
    await unreadableOrders(shop, 20);

    await run(shop, 25);
    const counts = Map.groupBy(shop.provider.spoiled, (id) => id);
    const total = shop.provider.spoiled.length;
    await run(shop, 25);

    expect(counts.size).toBe(20);
    for (const calls of counts.values()) expect(calls.length).toBeLessThanOrEqual(maxPollsADay);
    expect(shop.provider.spoiled).toHaveLength(total);
  });
});

describe('an order that stays unreadable for a day', () => {
  it('goes to the studio with a reason, by mail and in its list', async () => {
    const shop = await openPaymentShop();
    const [orderId = ''] = await unreadableOrders(shop, 1);

    await run(shop, 23);
    const before = await shop.order(orderId);
    await run(shop, 2);

    const { cookie } = await joinStudio(shop.app, shop.services);
    const query = { state: 'review' } as const;
    const { items } = (await callStudio(shop.app, 'orders', { cookie, query })).answer;
    const params = { orderId };
    const seen = (await callStudio(shop.app, 'order', { cookie, params })).answer;
    expect(before).toMatchObject({ state: 'capturing' });
    expect(await shop.order(orderId)).toMatchObject({ state: 'review', nextPollAt: null });
    expect(items.map(({ id }) => id)).toEqual([orderId]);
    expect(seen.reviewReason).toContain('no clear answer about this order for a day');
    const [mail, ...more] = await shop.mailsTo(studioEmail);
    expect(mail?.text).toContain('no clear answer about this order for a day');
    expect(more).toEqual([]);
  });

  it('is polled for another day after an answer in between', async () => {
    const shop = await openPaymentShop();
    const productId = await shop.addDesign();
    await shop.fillCart(productId);
    const { orderId, paypalOrderId } = await shop.checkout();
    await shop.services.database.write((tx) =>
      tx
        .updateTable('orders')
        .set({ unansweredPolls: 20, unansweredSince: shop.services.clock().toISOString() })
        .execute(),
    );
    await run(shop, 1);
    const answered = await shop.order(orderId);
    shop.provider.spoil(paypalOrderId ?? '', forbidden);

    await run(shop, 23);

    expect(answered).toMatchObject({ unansweredPolls: 0, unansweredSince: null });
    expect(await shop.order(orderId)).toMatchObject({ state: 'provider_created' });
  });

  it('shows the studio what was taken, once the provider says so', async () => {
    const shop = await openPaymentShop();
    const { orderId, paypalOrderId } = await lostCapture(shop);
    const unreadable = Array.from({ length: 40 }, () => dropBefore);
    shop.provider.plan('get', ...unreadable);
    await run(shop, 25);
    shop.provider.recover();
    const before = await shop.order(orderId);
    const capture = shop.practice.order(paypalOrderId ?? '')?.captures[0];

    const notice = shop.notice('PAYMENT.CAPTURE.COMPLETED', {
      id: capture?.id,
      supplementary_data: { related_ids: { order_id: paypalOrderId } },
    });
    await shop.sendNotice(notice);
    await shop.sendNotice(notice);

    expect(before).toMatchObject({ state: 'review', capturedAmount: null });
    const order = await shop.order(orderId);
    expect(order).toMatchObject({ state: 'review', capturedAmount: order.totalPrice });
    expect(order.reviewReason).toContain('the payment was completed after all');
    expect(await shop.mailsTo(studioEmail)).toHaveLength(2);
  });
});

describe('a refund that stays unanswered for a day', () => {
  it('stays open, is polled less and less often, and the studio is notified once', async () => {
    const shop = await openPaymentShop();
    const orderId = await paidOrder(shop);
    await lostRefund(shop, orderId);
    const { providerOrderId, orderNumber } = await shop.order(orderId);
    shop.provider.spoil(providerOrderId ?? '', forbidden);

    await run(shop, 50);

    expect(await refundStates(shop)).toEqual(['open']);
    expect(shop.provider.spoiled.length).toBeLessThanOrEqual(2 * maxPollsADay);
    const mails = await shop.mailsTo(studioEmail);
    expect(mails.map(({ subject }) => subject)).toEqual([
      `The refund for order ${orderNumber} is not confirmed`,
    ]);
  });
});

describe('orders and refunds', () => {
  it("are reconciled in parallel: orders that hang don't delay a refund", async () => {
    const shop = await openPaymentShop();
    const orderId = await paidOrder(shop);
    const released = Promise.withResolvers<void>();
    await unreadableOrders(shop, 8, async (pass, giveUp) => {
      await released.promise;
      return hang(pass, giveUp);
    });
    await lostRefund(shop, orderId);
    shop.pass(minute);
    const made = Promise.withResolvers<void>();
    shop.provider.plan('refund', async (pass) => {
      const response = await pass();
      made.resolve();
      return response;
    });

    const reconciler = startReconciler(shop.services);
    await made.promise;
    const stopped = reconciler.stop();
    released.resolve();
    await stopped;

    expect(await refundStates(shop)).toEqual(['done']);
  });
});
