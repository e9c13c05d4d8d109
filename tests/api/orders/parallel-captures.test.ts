import { describe, expect, it } from 'vitest';
import { reconcileOnce } from '#server/orders/payments/reconcile.ts';
import { campaignMs } from '#tests/support/campaign-ms.ts';
import { dropAfter, hangAfter } from '#tests/support/payment-faults.ts';
import { approvedOrder, customer, openPaymentShop } from '#tests/support/payment-shop.ts';

const rounds = Number(process.env.PARALLEL_ROUNDS ?? 3);

describe('fifty captures of one order at once', () => {
  it(`take the money once and complete one order (${rounds} rounds)`, {
    timeout: campaignMs,
  }, async () => {
    const shop = await openPaymentShop({ limitFactor: 1000 });
    for (let round = 1; round <= rounds; round += 1) {
      const { orderId, paypalOrderId, productId } = await approvedOrder(shop);

      const responses = await Promise.all(Array.from({ length: 50 }, () => shop.capture(orderId)));

      const bodies = await Promise.all(responses.map((response) => response.text()));
      const events = await shop.services.database.read
        .selectFrom('paymentEvents')
        .select('kind')
        .where('orderId', '=', orderId)
        .execute();
      expect(new Set(responses.map(({ status }) => status))).toEqual(new Set([200]));
      expect(new Set(bodies).size).toBe(1);
      expect(shop.capturesOf(paypalOrderId)).toBe(1);
      expect(events.map(({ kind }) => kind)).toEqual(['creating', 'created', 'capturing', 'paid']);
      expect(await shop.salesOf(productId)).toBe(1);
      expect(await shop.mailsTo(customer.email)).toHaveLength(round);
    }
    expect(shop.provider.captureKeys).toHaveLength(rounds);
  });

  it.each([
    ['lost', dropAfter],
    ['never given', hangAfter],
  ])('take the money once when the answer is %s, without needless requests', async (_, fault) => {
    const shop = await openPaymentShop();
    const { orderId, paypalOrderId, productId } = await approvedOrder(shop);
    shop.provider.plan('capture', fault);

    const responses = await Promise.all(Array.from({ length: 50 }, () => shop.capture(orderId)));
    const asked = shop.provider.calls.filter((call) => call === 'get').length;
    shop.pass(61_000);
    await reconcileOnce(shop.services);

    const statuses = responses.map(({ status }) => status);
    expect(statuses).toContain(503);
    expect(statuses.filter((status) => status !== 503 && status !== 200)).toEqual([]);
    expect(shop.provider.captureKeys).toHaveLength(1);
    expect(asked).toBeLessThanOrEqual(1);
    expect(shop.capturesOf(paypalOrderId)).toBe(1);
    expect(await shop.salesOf(productId)).toBe(1);
  });

  it('settle once when the reconciler and the webhook come at the same time', async () => {
    const shop = await openPaymentShop();
    const { orderId, paypalOrderId, productId } = await approvedOrder(shop);
    shop.provider.plan('capture', dropAfter);
    await shop.capture(orderId);
    shop.pass(61_000);
    const [capture] = shop.practice.order(paypalOrderId ?? '')?.captures ?? [];
    const notice = shop.notice('PAYMENT.CAPTURE.COMPLETED', {
      id: capture?.id,
      supplementary_data: { related_ids: { order_id: paypalOrderId } },
    });

    await Promise.all([
      ...Array.from({ length: 10 }, () => shop.capture(orderId)),
      ...Array.from({ length: 5 }, () => reconcileOnce(shop.services)),
      ...Array.from({ length: 10 }, () => shop.sendNotice(notice)),
    ]);

    const paid = await shop.services.database.read
      .selectFrom('paymentEvents')
      .select('kind')
      .where('orderId', '=', orderId)
      .where('kind', '=', 'paid')
      .execute();
    expect(paid).toHaveLength(1);
    expect(await shop.salesOf(productId)).toBe(1);
    expect(await shop.mailsTo(customer.email)).toHaveLength(1);
    expect(shop.capturesOf(paypalOrderId)).toBe(1);
  });
});
