import { describe, expect, it } from 'vitest';
import { reconcileOnce } from '#server/orders/payments/reconcile.ts';
import { callRefused } from '#tests/support/call.ts';
import {
  altered,
  answering,
  answeringAfter,
  dropAfter,
  dropBefore,
  type Fault,
  hang,
  hangAfter,
  refusing,
} from '#tests/support/payment-faults.ts';
import {
  approvedOrder,
  customer,
  openPaymentShop,
  type PaymentShop,
  studioEmail,
} from '#tests/support/payment-shop.ts';

const minute = 61_000;
const page = '<!doctype html><title>Sign in to the café</title>';

/** Every way in which an answer can fail to say what happened. */
const silences: readonly (readonly [string, Fault])[] = [
  ['is cut off before the provider hears it', dropBefore],
  ['takes effect but its answer is lost', dropAfter],
  ['is never answered', hang],
  ['takes effect and is never answered', hangAfter],
  ['is answered 500', answering(500, '{"name":"INTERNAL_SERVER_ERROR"}')],
  ['takes effect and is answered 500', answeringAfter(500, '{"name":"INTERNAL_SERVER_ERROR"}')],
  ['is answered with garbage', answering(200, '{"id":')],
  ['takes effect and is answered with garbage', answeringAfter(201, 'OK')],
  ['takes effect and is answered with another shape', answeringAfter(201, '{"id":7}')],
  ['is answered by a captive portal', answering(200, page)],
  ['is answered 404 by a proxy', answering(404, page)],
  ['is answered 404 by another server', answering(404, '{"error":"no route"}')],
  ['is answered 429', answering(429, '{"name":"RATE_LIMIT_REACHED"}')],
  ['is answered 302', answering(302, '')],
];

async function granted(shop: PaymentShop, productId: string): Promise<number> {
  const sales = await shop.salesOf(productId);
  const mails = await shop.mailsTo(customer.email);
  expect(mails).toHaveLength(sales);
  return sales;
}

describe('a create call', () => {
  it.each(silences)(
    'that %s is reported, and the next attempt gets the same order',
    async (_, fault) => {
      const shop = await openPaymentShop();
      await shop.fillCart(await shop.addDesign());
      shop.provider.plan('create', fault);

      const refused = await callRefused(shop.app, 'checkout', {
        body: { customerDetails: customer },
        token: shop.buyer.token,
      });
      const { orderId, paypalOrderId } = await shop.checkout();

      const orders = await shop.services.database.read.selectFrom('orders').selectAll().execute();
      expect(refused.status).toBe(503);
      expect(refused.problem).toMatchObject({
        code: 'PROVIDER_UNAVAILABLE',
        message: 'Error creating order',
      });
      expect(orders).toMatchObject([
        { id: orderId, state: 'provider_created', providerOrderId: paypalOrderId },
      ]);
      expect(shop.providerOrders()).toBe(1);
    },
  );

  it('that is refused because of the buyer ends the order, and the next attempt creates a new one', async () => {
    const shop = await openPaymentShop();
    await shop.fillCart(await shop.addDesign());
    shop.provider.plan('create', refusing(422, 'COMPLIANCE_VIOLATION'));

    const { problem } = await callRefused(shop.app, 'checkout', {
      body: { customerDetails: customer },
      token: shop.buyer.token,
    });
    const { orderId } = await shop.checkout();

    const states = await shop.services.database.read
      .selectFrom('orders')
      .select(['id', 'state'])
      .orderBy('createdAt')
      .execute();
    expect(problem.code).toBe('PAYMENT_DECLINED');
    expect(states.filter(({ state }) => state === 'void')).toHaveLength(1);
    expect(states.find(({ id }) => id === orderId)?.state).toBe('provider_created');
  });

  it('with an expired token is sent again with a fresh one', async () => {
    const shop = await openPaymentShop();
    await shop.fillCart(await shop.addDesign());
    shop.provider.plan('create', answering(401, '{"error":"invalid_token"}'));

    const { paypalOrderId } = await shop.checkout();

    expect(paypalOrderId).not.toBeNull();
    expect(shop.provider.calls).toEqual(['token', 'create', 'token', 'create']);
  });

  it('fails with a message while no token is available', async () => {
    const shop = await openPaymentShop();
    await shop.fillCart(await shop.addDesign());
    shop.provider.plan('token', answering(401, '{"error":"invalid_client"}'));

    const { problem } = await callRefused(shop.app, 'checkout', {
      body: { customerDetails: customer },
      token: shop.buyer.token,
    });

    expect(problem.code).toBe('PAYMENTS_UNAVAILABLE');
    expect(shop.provider.calls).toEqual(['token']);
  });
});

describe('a capture', () => {
  it.each(silences)('that %s is completed by the reconciler, once', async (_, fault) => {
    const shop = await openPaymentShop();
    const { orderId, paypalOrderId, productId } = await approvedOrder(shop);
    shop.provider.plan('capture', fault);

    const { status, problem } = await callRefused(shop.app, 'capturePayment', {
      body: { orderId },
      token: shop.buyer.token,
    });
    const between = await shop.order(orderId);
    const grantedBetween = await granted(shop, productId);
    shop.pass(minute);
    await reconcileOnce(shop.services);

    expect(status).toBe(503);
    expect(problem.code).toBe('PROVIDER_UNAVAILABLE');
    expect(problem.message).toContain('Error capturing payment');
    expect(between.state).toBe('capturing');
    expect(grantedBetween).toBe(0);
    expect(await shop.order(orderId)).toMatchObject({ state: 'paid', nextPollAt: null });
    expect(await granted(shop, productId)).toBe(1);
    expect(shop.capturesOf(paypalOrderId)).toBe(1);
  });

  it.each(silences)("that %s is completed by the buyer's next attempt", async (_, fault) => {
    const shop = await openPaymentShop();
    const { orderId, paypalOrderId, productId } = await approvedOrder(shop);
    shop.provider.plan('capture', fault);

    await shop.capture(orderId);
    const response = await shop.capture(orderId);

    expect(response.status).toBe(200);
    expect(await granted(shop, productId)).toBe(1);
    expect(shop.capturesOf(paypalOrderId)).toBe(1);
  });

  it('is looked up before it is repeated, even if the provider has forgotten its keys', async () => {
    const shop = await openPaymentShop();
    const { orderId, paypalOrderId, productId } = await approvedOrder(shop);
    shop.provider.forgetKeys();
    shop.provider.plan('capture', dropAfter);

    await shop.capture(orderId);
    shop.pass(7 * 3_600_000);
    await reconcileOnce(shop.services);

    expect(shop.provider.calls.filter((call) => call === 'capture')).toHaveLength(1);
    expect(await shop.order(orderId)).toMatchObject({ state: 'paid' });
    expect(await granted(shop, productId)).toBe(1);
    expect(shop.capturesOf(paypalOrderId)).toBe(1);
  });

  it('survives a provider that is silent for an hour', async () => {
    const shop = await openPaymentShop();
    const { orderId, paypalOrderId } = await approvedOrder(shop);
    shop.provider.plan('capture', dropBefore);
    shop.provider.plan('get', ...Array.from({ length: 20 }, () => dropBefore));

    await shop.capture(orderId);
    for (let passed = 0; passed < 20; passed += 1) {
      shop.pass(3 * minute);
      await reconcileOnce(shop.services);
    }
    shop.provider.recover();
    shop.pass(60 * minute);
    await reconcileOnce(shop.services);

    expect(await shop.order(orderId)).toMatchObject({ state: 'paid' });
    expect(shop.capturesOf(paypalOrderId)).toBe(1);
  });

  it('that the provider reports as already done is a success', async () => {
    const shop = await openPaymentShop();
    const { orderId, paypalOrderId, productId } = await approvedOrder(shop);
    shop.provider.plan('capture', async (pass, giveUp) => {
      await pass();
      return refusing(422, 'ORDER_ALREADY_CAPTURED')(pass, giveUp);
    });

    const response = await shop.capture(orderId);

    expect(response.status).toBe(200);
    expect(await granted(shop, productId)).toBe(1);
    expect(shop.capturesOf(paypalOrderId)).toBe(1);
  });

  it.each([
    ['has no such order', refusing(404, 'INVALID_RESOURCE_ID')],
    ['says it is void', altered((text) => text.replace(/"status":"\w+"/, '"status":"VOIDED"'))],
  ])('that was lost goes to the studio if the provider then %s', async (_, fault) => {
    const shop = await openPaymentShop();
    const { orderId, productId } = await approvedOrder(shop);
    shop.provider.plan('capture', dropBefore);
    shop.provider.plan('get', fault);

    await shop.capture(orderId);
    shop.pass(minute);
    await reconcileOnce(shop.services);

    const order = await shop.order(orderId);
    expect(order).toMatchObject({ state: 'review', nextPollAt: null });
    expect(await granted(shop, productId)).toBe(0);
    expect(await shop.mailsTo(studioEmail)).toMatchObject([
      { subject: expect.stringContaining(order.orderNumber) },
    ]);
  });

  it('for an order that the provider no longer has goes to the studio', async () => {
    const shop = await openPaymentShop();
    const { orderId } = await approvedOrder(shop);
    shop.provider.plan('capture', refusing(404, 'INVALID_RESOURCE_ID'));

    const { problem } = await callRefused(shop.app, 'capturePayment', {
      body: { orderId },
      token: shop.buyer.token,
    });

    expect(problem.code).toBe('PAYMENT_IN_REVIEW');
    expect(await shop.order(orderId)).toMatchObject({ state: 'review', nextPollAt: null });
  });

  it('that is pending grants nothing until completed', async () => {
    const shop = await openPaymentShop();
    const { orderId, productId } = await approvedOrder(shop);
    const pending = altered((text) =>
      text.replace(/("captures":\[\{"id":"\w+","status":)"COMPLETED"/, '$1"PENDING"'),
    );
    shop.provider.plan('capture', pending);
    shop.provider.plan('get', pending);

    const first = await callRefused(shop.app, 'capturePayment', {
      body: { orderId },
      token: shop.buyer.token,
    });
    shop.pass(minute);
    await reconcileOnce(shop.services);
    const between = await shop.order(orderId);
    const grantedBetween = await granted(shop, productId);
    shop.pass(minute);
    await reconcileOnce(shop.services);

    expect(first.status).toBe(409);
    expect(first.problem.code).toBe('PAYMENT_PENDING');
    expect(between.state).toBe('capturing');
    expect(grantedBetween).toBe(0);
    expect(await shop.order(orderId)).toMatchObject({ state: 'paid' });
    expect(await granted(shop, productId)).toBe(1);
  });
});

describe('a capture whose answer does not match the order', () => {
  const captures = /("captures":\[\{"id":"\w+","status":)"COMPLETED"/;
  const wrong: readonly (readonly [string, (text: string) => string])[] = [
    ['a cent less', (text) => text.replaceAll('"12.00"', '"11.99"')],
    ['a cent more', (text) => text.replaceAll('"12.00"', '"12.01"')],
    ['a fraction of a cent more', (text) => text.replaceAll('"12.00"', '"12.001"')],
    ['nothing', (text) => text.replaceAll('"12.00"', '"0.00"')],
    ['a negative amount', (text) => text.replaceAll('"12.00"', '"-12.00"')],
    ['another currency', (text) => text.replaceAll('"USD"', '"CAD"')],
    ['the status REFUNDED', (text) => text.replace(captures, '$1"REFUNDED"')],
    ['the status PARTIALLY_REFUNDED', (text) => text.replace(captures, '$1"PARTIALLY_REFUNDED"')],
    ['an unknown status', (text) => text.replace(captures, '$1"SPLENDID"')],
    ['no capture', (text) => text.replace(/"captures":\[.*?\]/, '"captures":[]')],
    [
      'the reference of another order',
      (text) => text.replaceAll(/"custom_id":"\w+"/g, '"custom_id":"x"'),
    ],
  ];

  it.each(wrong)('(%s) grants nothing, and the studio is told', async (_, change) => {
    const shop = await openPaymentShop();
    const { orderId, productId } = await approvedOrder(shop, { price: 1200 });
    shop.provider.plan('capture', altered(change));

    const { status, problem } = await callRefused(shop.app, 'capturePayment', {
      body: { orderId },
      token: shop.buyer.token,
    });
    shop.pass(minute);
    await reconcileOnce(shop.services);

    const order = await shop.order(orderId);
    const { orderNumber } = order;
    expect(status).toBe(409);
    expect(problem.code).toBe('PAYMENT_IN_REVIEW');
    expect(order).toMatchObject({ state: 'review', reviewReason: expect.any(String) });
    expect(await granted(shop, productId)).toBe(0);
    expect(await shop.mailsTo(studioEmail)).toMatchObject([
      { subject: expect.stringContaining(orderNumber) },
    ]);
  });

  it.each(['DECLINED', 'FAILED'])(
    '(%s in a COMPLETED order) counts as declined',
    async (status) => {
      const shop = await openPaymentShop();
      const { orderId, productId } = await approvedOrder(shop);
      shop.provider.plan(
        'capture',
        altered((text) => text.replace(captures, `$1"${status}"`)),
      );

      const { problem } = await callRefused(shop.app, 'capturePayment', {
        body: { orderId },
        token: shop.buyer.token,
      });
      const order = await shop.order(orderId);
      const again = await shop.checkout();

      expect(problem.code).toBe('PAYMENT_DECLINED');
      expect(order).toMatchObject({ state: 'provider_created' });
      expect(order.declinedAt).not.toBeNull();
      expect(await granted(shop, productId)).toBe(0);
      expect(again.orderId).not.toBe(orderId);
    },
  );
});
