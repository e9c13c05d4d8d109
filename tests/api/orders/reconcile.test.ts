import { describe, expect, it } from 'vitest';
import { messages } from '#contract/messages/messages.ts';
import { removeFromCart } from '#server/lists/carts/queries.ts';
import { reconcileOnce, startReconciler } from '#server/orders/payments/reconcile.ts';
import { call, callRefused } from '#tests/support/call.ts';
import { dieReconciling } from '#tests/support/die-reconciling.ts';
import { altered, answering, dropBefore, refusing } from '#tests/support/payment-faults.ts';
import {
  approvedOrder,
  openPaymentShop,
  type PaymentShop,
  studioEmail,
} from '#tests/support/payment-shop.ts';
import { callStudio } from '#tests/support/studio-call.ts';
import { joinStudio } from '#tests/support/studio-person.ts';

const minute = 61_000;
const hour = 3_600_000;

/** An approved order whose capture was started by a server that is gone. */
async function captureCutOff(shop: PaymentShop): Promise<string> {
  const { orderId, productId } = await approvedOrder(shop);
  await shop.services.database.write(async (tx) => {
    await removeFromCart(tx, shop.buyer.id, [productId]);
    await tx
      .updateTable('orders')
      .set({ state: 'capturing', captureRequestId: orderId })
      .where('id', '=', orderId)
      .execute();
  });
  return orderId;
}

/** Resolves when the provider is asked about an order. */
function askedOnce(shop: PaymentShop): Promise<void> {
  const { promise, resolve } = Promise.withResolvers<void>();
  shop.provider.plan('get', (pass) => {
    resolve();
    return pass();
  });
  return promise;
}

describe('the reconciler', () => {
  it("skips an order that the provider doesn't have, and settles the others", async () => {
    const shop = await openPaymentShop();
    const broken = await approvedOrder(shop);
    await shop.services.database.write((tx) =>
      tx
        .updateTable('orders')
        .set({ state: 'capturing', providerOrderId: null })
        .where('id', '=', broken.orderId)
        .execute(),
    );

    shop.pass(minute);
    expect(await reconcileOnce(shop.services)).toBe(1);
    expect(await shop.order(broken.orderId)).toMatchObject({ state: 'capturing' });
    expect(await reconcileOnce(shop.services)).toBe(0);
  });

  it('captures what was approved but not captured', async () => {
    const shop = await openPaymentShop();
    const { orderId, paypalOrderId, productId } = await approvedOrder(shop);

    shop.pass(minute);
    await reconcileOnce(shop.services);

    expect(await shop.order(orderId)).toMatchObject({ state: 'paid' });
    expect(shop.capturesOf(paypalOrderId)).toBe(1);
    expect(await shop.salesOf(productId)).toBe(1);
  });

  it('leaves young orders alone', async () => {
    const shop = await openPaymentShop();
    await approvedOrder(shop);
    const before = shop.provider.calls.length;

    shop.pass(59_000);

    expect(await reconcileOnce(shop.services)).toBe(0);
    expect(shop.provider.calls).toHaveLength(before);
  });

  it('does not automatically retry a declined payment', async () => {
    const shop = await openPaymentShop();
    await shop.fillCart(await shop.addDesign());
    const { orderId, paypalOrderId } = await shop.checkout();
    await shop.approve(paypalOrderId, true);
    await shop.capture(orderId);

    shop.pass(minute);
    await reconcileOnce(shop.services);

    expect(shop.provider.captureKeys).toHaveLength(1);
    expect(await shop.order(orderId)).toMatchObject({ state: 'provider_created' });
  });

  it('ends an order whose only payment was declined for good', async () => {
    const shop = await openPaymentShop();
    const { orderId } = await approvedOrder(shop);
    const declined = altered((text) =>
      text.replace(/("captures":\[\{"id":"\w+","status":)"COMPLETED"/, '$1"DECLINED"'),
    );
    shop.provider.plan('capture', declined);
    shop.provider.plan('get', declined);
    await shop.capture(orderId);

    shop.pass(minute);
    await reconcileOnce(shop.services);

    expect(await shop.order(orderId)).toMatchObject({ state: 'void', nextPollAt: null });
  });

  it('never captures a void order, even if its buyer approved it', async () => {
    const shop = await openPaymentShop();
    await shop.fillCart(await shop.addDesign());
    const earlier = await shop.checkout();
    await shop.fillCart(await shop.addDesign());
    await shop.checkout();
    await shop.approve(earlier.paypalOrderId);

    shop.pass(minute);
    await reconcileOnce(shop.services);

    expect(shop.capturesOf(earlier.paypalOrderId)).toBe(0);
    expect(await shop.order(earlier.orderId)).toMatchObject({ state: 'void' });
  });

  it('tells the studio about money taken for a void order', async () => {
    const shop = await openPaymentShop();
    const { orderId, productId } = await approvedOrder(shop);
    shop.provider.plan('capture', async (pass) => {
      await shop.services.database.write((tx) =>
        tx.updateTable('orders').set({ state: 'void' }).where('id', '=', orderId).execute(),
      );
      return pass();
    });

    await shop.capture(orderId);

    expect(await shop.order(orderId)).toMatchObject({ state: 'review' });
    expect(await shop.salesOf(productId)).toBe(0);
    expect(await shop.mailsTo(studioEmail)).toHaveLength(1);
  });

  it.each([
    ['has no such order', refusing(404, 'INVALID_RESOURCE_ID')],
    ['says it is void', altered((text) => text.replace('"status":"CREATED"', '"status":"VOIDED"'))],
  ])('ends an order if the provider %s', async (_, fault) => {
    const shop = await openPaymentShop();
    await shop.fillCart(await shop.addDesign());
    const { orderId } = await shop.checkout();
    shop.provider.plan('get', fault);

    shop.pass(minute);
    await reconcileOnce(shop.services);

    expect(await shop.order(orderId)).toMatchObject({ state: 'void', nextPollAt: null });
  });

  it('does not end an order that its buyer captures meanwhile', async () => {
    const shop = await openPaymentShop();
    const { orderId } = await approvedOrder(shop);
    shop.provider.plan('get', async (pass, giveUp) => {
      await shop.capture(orderId);
      return refusing(404, 'INVALID_RESOURCE_ID')(pass, giveUp);
    });

    shop.pass(minute);
    await reconcileOnce(shop.services);

    expect(await shop.order(orderId)).toMatchObject({ state: 'paid' });
  });

  it("keeps an order after only a proxy's 404", async () => {
    const shop = await openPaymentShop();
    const { orderId } = await approvedOrder(shop);
    shop.provider.plan('get', answering(404, '<h1>Not found</h1>'));

    shop.pass(minute);
    await reconcileOnce(shop.services);
    const between = await shop.order(orderId);
    shop.pass(minute);
    await reconcileOnce(shop.services);

    expect(between.state).toBe('provider_created');
    expect(await shop.order(orderId)).toMatchObject({ state: 'paid' });
  });

  it('ends an order that never reached the provider', async () => {
    const shop = await openPaymentShop();
    await shop.fillCart(await shop.addDesign());
    shop.provider.plan('create', dropBefore);
    await expect(shop.checkout()).rejects.toThrow('503');

    shop.pass(minute);
    await reconcileOnce(shop.services);

    const orders = await shop.services.database.read
      .selectFrom('orders')
      .select(['state', 'nextPollAt'])
      .execute();
    expect(orders).toEqual([{ state: 'void', nextPollAt: null }]);
  });

  it('leaves an order alone that its buyer has just returned to', async () => {
    const shop = await openPaymentShop();
    await shop.fillCart(await shop.addDesign());
    shop.provider.plan('create', dropBefore, async (pass) => {
      await reconcileOnce(shop.services);
      return pass();
    });
    await expect(shop.checkout()).rejects.toThrow('503');
    shop.pass(minute);

    const { orderId } = await shop.checkout();

    expect(await shop.order(orderId)).toMatchObject({ state: 'provider_created' });
  });

  it('asks less and less often about an order nobody approves, and ends it after a day', async () => {
    const shop = await openPaymentShop();
    await shop.fillCart(await shop.addDesign());
    const { orderId } = await shop.checkout();
    const before = shop.provider.calls.length;

    for (let passed = 0; passed < 25 * hour; passed += 5 * minute) {
      shop.pass(5 * minute);
      await reconcileOnce(shop.services);
    }

    const asked = shop.provider.calls.slice(before).filter((call) => call === 'get').length;
    expect(asked).toBeLessThan(35);
    expect(asked).toBeGreaterThan(20);
    expect(await shop.order(orderId)).toMatchObject({ state: 'void', nextPollAt: null });
  });

  it('processes each order once, however many servers run', async () => {
    const shop = await openPaymentShop();
    const { orderId, paypalOrderId } = await approvedOrder(shop);
    shop.pass(minute);

    await Promise.all(Array.from({ length: 10 }, () => reconcileOnce(shop.services)));

    expect(shop.provider.calls.filter((call) => call === 'get')).toHaveLength(1);
    expect(shop.capturesOf(paypalOrderId)).toBe(1);
    expect(await shop.order(orderId)).toMatchObject({ state: 'paid' });
  });

  it('asks about each order once if some get no answer, and loses none', async () => {
    const shop = await openPaymentShop();
    const orderIds: string[] = [];
    for (let round = 0; round < 6; round += 1) orderIds.push(await captureCutOff(shop));
    shop.provider.plan('get', dropBefore, dropBefore, dropBefore);

    shop.pass(minute);
    const looked = await reconcileOnce(shop.services);
    shop.pass(minute);
    await reconcileOnce(shop.services);

    expect(looked).toBe(6);
    for (const orderId of orderIds) {
      expect(await shop.order(orderId)).toMatchObject({ state: 'paid' });
    }
  });

  it('asks about a pending payment less and less often, and logs it once', async () => {
    const shop = await openPaymentShop();
    const { orderId } = await approvedOrder(shop);
    const pending = altered((text) =>
      text.replace(/("captures":\[\{"id":"\w+","status":)"COMPLETED"/, '$1"PENDING"'),
    );
    shop.provider.plan('capture', pending);
    shop.provider.plan('get', ...Array.from({ length: 200 }, () => pending));
    await shop.capture(orderId);

    const asked: number[] = [];
    for (let minutes = 1; minutes <= 600; minutes += 1) {
      shop.pass(60_000);
      if ((await reconcileOnce(shop.services)) > 0) asked.push(minutes);
    }
    const kinds = await shop.services.database.read
      .selectFrom('paymentEvents')
      .select('kind')
      .where('orderId', '=', orderId)
      .orderBy('id')
      .execute();
    expect(asked.slice(0, 8)).toEqual([1, 2, 4, 8, 16, 32, 64, 124]);
    expect(asked).toHaveLength(15);
    expect(kinds.map(({ kind }) => kind)).toEqual([
      'creating',
      'created',
      'capturing',
      'pending',
      'asking',
      'pending',
    ]);
    expect(await shop.order(orderId)).toMatchObject({ state: 'capturing' });
  });

  it.each([
    ['ECHECK', /eCheck, which clears in 3–5 days/, 'wait', messages.checkout.pendingCheck],
    ['PENDING_REVIEW', /PayPal is reviewing it/, 'wait', messages.checkout.pendingReview],
    ['UNILATERAL', /Confirm it in PayPal/, 'bad', undefined],
    ['toString', /PayPal’s reason: toString\.$/, 'wait', undefined],
  ])('tells why a payment is pending: %s', async (reason, text, tone, note) => {
    const shop = await openPaymentShop();
    const { cookie } = await joinStudio(shop.app, shop.services);
    const { orderId } = await approvedOrder(shop);
    const pending = altered((answer) =>
      answer.replace(
        /("captures":\[\{"id":"\w+","status":)"COMPLETED"/,
        `$1"PENDING","status_details":{"reason":"${reason}"}`,
      ),
    );
    shop.provider.plan('capture', pending);
    shop.provider.plan('get', pending);
    const { problem } = await callRefused(shop.app, 'capturePayment', {
      token: shop.buyer.token,
      body: { orderId },
    });
    shop.pass(minute);
    await reconcileOnce(shop.services);

    const seen = await callStudio(shop.app, 'order', { params: { orderId }, cookie });
    expect(seen.answer.trail.filter((line) => text.test(line.text))).toMatchObject([
      { tone },
      { tone },
    ]);
    expect(problem).toMatchObject({
      code: 'PAYMENT_PENDING',
      message: note ?? messages.checkout.pending,
    });
    const orders = async () =>
      (await call(shop.app, 'orders', { token: shop.buyer.token, query: {} })).answer.orders;
    expect((await orders())[0]).toMatchObject({ paymentState: 'processing' });
    expect((await orders())[0]?.paymentNote).toBe(note);

    shop.pass(10 * minute);
    await reconcileOnce(shop.services);
    expect((await orders())[0]).toMatchObject({ paymentState: 'paid' });
    expect((await orders())[0]?.paymentNote).toBeUndefined();
  });

  it('takes over a capture within a minute, with its own pace of 15 s', async () => {
    const shop = await openPaymentShop();
    const { orderId, paypalOrderId } = await approvedOrder(shop);
    const duringCapture: string[] = [];
    shop.provider.plan('capture', async (...call) => {
      duringCapture.push((await shop.order(orderId)).nextPollAt ?? '');
      return dropBefore(...call);
    });
    const begunAt = shop.services.clock().getTime();
    await shop.capture(orderId);

    shop.pass(45_000);
    await reconcileOnce(shop.services);

    expect(duringCapture.map((at) => Date.parse(at) - begunAt)).toEqual([40_000]);
    expect(await shop.order(orderId)).toMatchObject({ state: 'paid' });
    expect(shop.capturesOf(paypalOrderId)).toBe(1);
  });

  it('takes over within a minute from each process that dies while it asks', async () => {
    const shop = await openPaymentShop();
    const orderId = await captureCutOff(shop);
    shop.pass(minute - 45_000);

    for (const operation of ['get', 'get', 'capture'] as const) {
      shop.pass(45_000);
      expect(await dieReconciling(shop, operation)).toBe(true);
    }
    shop.pass(45_000);
    await reconcileOnce(shop.services);

    expect(await shop.order(orderId)).toMatchObject({ state: 'paid' });
  });

  it('asks less and less often about an order that the shop itself fails on', async () => {
    const shop = await openPaymentShop();
    const { orderId } = await approvedOrder(shop);
    await shop.services.database.write((tx) =>
      tx.updateTable('orders').set({ state: 'capturing' }).where('id', '=', orderId).execute(),
    );
    const asked: number[] = [];
    for (let minutes = 1; minutes <= 40; minutes += 1) {
      shop.pass(60_000);
      if ((await reconcileOnce(shop.services)) > 0) asked.push(minutes);
    }
    expect(asked).toEqual([1, 2, 4, 8, 16, 32]);
    expect(shop.provider.captureKeys).toEqual([]);
  });

  it('runs right after the start', async () => {
    const shop = await openPaymentShop();
    const { orderId } = await approvedOrder(shop);
    shop.pass(minute);
    const asked = askedOnce(shop);

    const reconciler = startReconciler(shop.services);
    await asked;
    await reconciler.stop();

    expect(await shop.order(orderId)).toMatchObject({ state: 'paid' });
  });

  it('starts no other order once it is stopped', async () => {
    const shop = await openPaymentShop();
    const orderIds: string[] = [];
    for (let made = 0; made < 20; made += 1) orderIds.push(await captureCutOff(shop));
    const asked = askedOnce(shop);

    const reconciler = startReconciler(shop.services);
    await asked;
    await reconciler.stop();

    const orders = await Promise.all(orderIds.map((orderId) => shop.order(orderId)));
    const states = new Set(orders.map(({ state }) => state));
    expect(states).toEqual(new Set(['capturing', 'paid']));
  });
});
