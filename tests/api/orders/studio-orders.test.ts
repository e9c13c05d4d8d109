import { describe, expect, it } from 'vitest';
import { giftMethod, type OrderFilter } from '#contract/studio/orders.ts';
import { grantDownload } from '#server/orders/grant-download.ts';
import { makeAuditedChange } from '#server/platform/database/change.ts';
import { call } from '#tests/support/call.ts';
import { dropAfter, dropBefore, refusing } from '#tests/support/payment-faults.ts';
import { approvedOrder, customer, openPaymentShop } from '#tests/support/payment-shop.ts';
import { openRefundShop } from '#tests/support/refund-shop.ts';
import { callStudio, studioRefused } from '#tests/support/studio-call.ts';
import { joinStudio, studioEmail } from '#tests/support/studio-person.ts';

/** A paid order of a design for five dollars and one for seven, as the studio sees it. */
async function setUp() {
  const made = await openRefundShop([500, 700], { limitFactor: 1000 });
  const { app, services } = made.shop;
  const { cookie } = await joinStudio(app, services);
  const params = { orderId: made.orderId };
  return {
    ...made,
    app,
    services,
    cookie,
    params,
    look: async () => (await callStudio(app, 'order', { cookie, params })).answer,
    refundIn: (itemId: string | null, amount: number) =>
      ({ cookie, params, body: { itemId, amount } }) as const,
    actions: async () =>
      (await callStudio(app, 'auditLines', { cookie, query: {} })).answer.items
        .filter(({ subjectId }) => subjectId !== '')
        .map(({ action }) => action),
  };
}

describe('an order', () => {
  it('shows what was paid for each design, what is left of it, and its history', async () => {
    const { look, itemIds, shop } = await setUp();

    const order = await look();

    expect(order).toMatchObject({
      paymentState: 'paid',
      totalPrice: 12,
      captured: 12,
      left: 12,
      refunded: 0,
      customer,
      buyer: { id: shop.buyer.id, name: 'Ada Sewell' },
      reviewReason: null,
      openRefund: null,
    });
    const paid = new Map(order.items.map(({ id, paid: share, left }) => [id, [share, left]]));
    expect(itemIds.map((id) => paid.get(id))).toEqual([
      [5, 5],
      [7, 7],
    ]);
    expect(order.trail.map(({ text }) => text)).toEqual([
      'Paid: $12.00.',
      'Payment under way.',
      'Ready for payment.',
      'Order created.',
    ]);
  });

  it('that was paid without a provider, as in the demo, has nothing to refund', async () => {
    const { look, services, refundIn, app } = await setUp();
    await services.database.write((tx) =>
      tx.updateTable('orders').set({ providerCaptureId: null }).execute(),
    );

    const { captured, left, items } = await look();

    expect({ captured, left, ofItems: items.map((item) => item.left) }).toEqual({
      captured: 12,
      left: 0,
      ofItems: [0, 0],
    });
    const { problem } = await studioRefused(app, 'refundOrder', refundIn(null, 12));
    expect(problem.message).toBe('This order has no payment that could be refunded.');
  });

  it('that is missing says so', async () => {
    const { app, cookie } = await setUp();
    const params = { orderId: '0'.repeat(24) };
    const { status, problem } = await studioRefused(app, 'order', { cookie, params });
    expect({ status, text: problem.message }).toEqual({
      status: 404,
      text: 'This order doesn’t exist.',
    });
  });

  it("is found by number, by the provider's, by customer, buyer and title, and by nothing else", async () => {
    const { app, cookie, shop, orderId, look } = await setUp();
    const { orderNumber, providerCaptureId } = await shop.order(orderId);
    const { designs } = await look();
    const title = designs[0] ?? '';
    const found = async (search: string) =>
      (await callStudio(app, 'orders', { cookie, query: { search } })).answer.total;

    for (const search of [
      orderNumber,
      orderNumber.toLowerCase().slice(0, 6),
      orderNumber.slice(3),
      providerCaptureId ?? '',
      'ada l',
      customer.email,
      shop.buyer.email.toUpperCase(),
      'sewell',
      orderNumber.slice(-4),
      'lamp',
      'LAM elsewhere',
      'lam\u0000elsewhere',
      'where.exam',
      'ewel ada',
      title.slice(1, 5),
    ]) {
      expect(`${search}: ${await found(search)}`).toBe(`${search}: 1`);
    }
    const { answer } = await callStudio(app, 'orders', { cookie, query: { search: 'lamp' } });
    expect(answer.items).toMatchObject([
      { buyer: { name: 'Ada Sewell' }, customerName: customer.name },
    ]);
    expect(await found('PW-NOBODY')).toBe(0);
    expect(await found("' or 1=1")).toBe(0);
  });

  it('is filtered by state and by time', async () => {
    const { app, cookie, refund, services } = await setUp();
    const count = async (state: OrderFilter, more: { from?: string; until?: string } = {}) =>
      (await callStudio(app, 'orders', { cookie, query: { state, ...more } })).answer.total;
    const now = services.clock().toISOString();

    const before = [await count('paid'), await count('refunded'), await count('open')];
    await refund(null, 1200);

    expect(before).toEqual([1, 0, 0]);
    expect([await count('refunded'), await count('void'), await count('review')]).toEqual([
      1, 0, 0,
    ]);
    expect(await count('all', { from: now })).toBe(1);
    expect(await count('all', { until: now })).toBe(0);
  });

  it('is listed as disputed until the dispute is closed', async () => {
    const { app, cookie, shop, orderId, look } = await setUp();
    const { providerCaptureId } = await shop.order(orderId);
    const dispute = (type: string) =>
      shop.sendNotice(
        shop.notice(`CUSTOMER.DISPUTE.${type}`, {
          dispute_id: 'PP-D-1',
          dispute_amount: { currency_code: 'USD', value: '12.00' },
          disputed_transactions: [{ seller_transaction_id: providerCaptureId }],
        }),
      );
    const disputed = async () =>
      (await callStudio(app, 'orders', { cookie, query: { state: 'disputed' } })).answer.total;

    await dispute('CREATED');
    const seen = [await disputed(), (await look()).paymentState, (await look()).trail[0]?.text];
    await dispute('RESOLVED');

    expect(seen).toEqual([1, 'disputed', 'The buyer disputes the payment of $12.00.']);
    expect(await disputed()).toBe(0);
  });
});

describe('a refund from the studio', () => {
  it('of a design returns the updated order', async () => {
    const { app, itemIds, refundIn, actions } = await setUp();

    const { answer } = await callStudio(app, 'refundOrder', refundIn(itemIds[0] ?? '', 5));

    expect(answer).toMatchObject({ paymentState: 'part-refunded', refunded: 5, left: 7 });
    expect(answer.items.filter(({ refundedAt }) => refundedAt !== null)).toHaveLength(1);
    expect(answer.trail[0]?.text).toBe('$5.00 refunded to the buyer.');
    expect((await actions()).slice(0, 2)).toEqual(['refund.made', 'refund.started']);
  });

  it('without an answer is shown as pending, and a second one must wait', async () => {
    const { app, shop, refundIn, reconcile, look } = await setUp();
    shop.provider.plan('refund', dropAfter);

    const { answer } = await callStudio(app, 'refundOrder', refundIn(null, 12));
    const second = await studioRefused(app, 'refundOrder', refundIn(null, 12));
    await reconcile();

    expect(answer.openRefund).toMatchObject({ itemId: null, amount: 12 });
    expect(second.problem).toMatchObject({ code: 'CONFLICT' });
    expect(await look()).toMatchObject({ openRefund: null, paymentState: 'refunded' });
  });

  it('that the provider refuses is explained, also in the history', async () => {
    const { app, shop, refundIn, look } = await setUp();
    shop.provider.plan('refund', refusing(422, 'REFUND_FAILED_INSUFFICIENT_FUNDS'));

    const { problem } = await studioRefused(app, 'refundOrder', refundIn(null, 12));

    expect(problem.message).toContain('PayPal balance is too low');
    expect((await look()).trail[0]).toMatchObject({ tone: 'bad' });
    expect((await look()).trail[0]?.text).toContain('$12.00 was not refunded.');
  });

  it('that is not confirmed for a day can be marked as not made, once', async () => {
    const { app, shop, services, cookie, params, refundIn, look, actions } = await setUp();
    shop.provider.plan('refund', dropBefore);
    shop.provider.plan('get', dropBefore);
    await callStudio(app, 'refundOrder', refundIn(null, 12));
    const close = { cookie, params };

    const early = await studioRefused(app, 'closeRefund', close);
    const before = await look();
    const overdueAt = services.clock().toISOString();
    await services.database.write((tx) =>
      tx.updateTable('refundRequests').set({ overdueAt }).execute(),
    );
    const overdue = await look();
    const { answer } = await callStudio(app, 'closeRefund', close);
    const again = await studioRefused(app, 'closeRefund', close);

    expect([early.problem.code, again.problem.code]).toEqual(['CONFLICT', 'CONFLICT']);
    expect(before.openRefund).toMatchObject({ amount: 12, overdueAt: null });
    expect(overdue.openRefund).toMatchObject({ overdueAt });
    expect(answer).toMatchObject({ openRefund: null, refunded: 0, left: 12 });
    expect(answer.trail[0]?.text).toContain('marked it as not refunded');
    expect((await actions())[0]).toBe('refund.closed');
  });

  it('of an unpaid order is refused', async () => {
    const { app, shop, cookie } = await setUp();
    const { orderId } = await approvedOrder(shop, { price: 900 });
    const params = { orderId };

    const { problem } = await studioRefused(app, 'refundOrder', {
      cookie,
      params,
      body: { itemId: null, amount: 9 },
    });

    expect(problem.message).toContain('Nothing was paid');
  });
});

describe('a download', () => {
  it('can be revoked and restored, and counts as sold throughout', async () => {
    const { app, cookie, orderId, itemIds, productIds, shop } = await setUp();
    const params = { orderId, itemId: itemIds[0] ?? '' };
    const set = (isRevoked: boolean) =>
      callStudio(app, 'revokeItem', { cookie, params, body: { isRevoked } });
    const link = async () =>
      (await call(app, 'orders', { token: shop.buyer.token, query: {} })).answer.orders
        .flatMap(({ items }) => items)
        .find(({ _id }) => _id === params.itemId)?.downloadLink;

    await set(true);
    await set(true);
    const taken = await link();
    await set(false);

    expect(taken).toBe('');
    expect(await link()).not.toBe('');
    expect(await shop.salesOf(productIds[0] ?? '')).toBe(1);
  });

  it('of a refunded design stays revoked', async () => {
    const { app, cookie, orderId, itemIds, refund } = await setUp();
    await refund(itemIds[0] ?? '', 500);
    const params = { orderId, itemId: itemIds[0] ?? '' };

    const given = await studioRefused(app, 'revokeItem', {
      cookie,
      params,
      body: { isRevoked: false },
    });

    expect(given.problem.message).toContain('was refunded');
  });

  it('that was revoked no longer counts as sold once refunded', async () => {
    const { app, cookie, orderId, itemIds, productIds, refund, shop } = await setUp();
    const params = { orderId, itemId: itemIds[0] ?? '' };
    await callStudio(app, 'revokeItem', { cookie, params, body: { isRevoked: true } });

    await refund(itemIds[0] ?? '', 500);

    expect(await shop.salesOf(productIds[0] ?? '')).toBe(0);
  });
});

describe('a receipt', () => {
  it('can be sent to both addresses again, but not without limit', async () => {
    const shop = await openPaymentShop();
    const { orderId } = await approvedOrder(shop);
    await shop.capture(orderId);
    const { cookie } = await joinStudio(shop.app, shop.services);
    const params = { orderId };

    for (let sent = 0; sent < 5; sent += 1) {
      await callStudio(shop.app, 'resendReceipt', { cookie, params });
    }
    const more = await studioRefused(shop.app, 'resendReceipt', { cookie, params });

    expect(more.problem.code).toBe('TOO_MANY');
    expect(await shop.mailsTo(customer.email)).toHaveLength(6);
    expect(await shop.mailsTo(shop.buyer.email)).toHaveLength(6);
  });

  it('of a gift does not exist', async () => {
    const shop = await openPaymentShop();
    const { productId } = await approvedOrder(shop);
    await makeAuditedChange(shop.services, 'a'.repeat(24), (change) =>
      grantDownload(change, shop.services.env, { buyerId: shop.buyer.id, productId }),
    );
    const { cookie } = await joinStudio(shop.app, shop.services);
    const { id: orderId } = await shop.services.database.read
      .selectFrom('orders')
      .select('id')
      .where('paymentMethod', '=', giftMethod)
      .executeTakeFirstOrThrow();
    const params = { orderId };

    const { problem } = await studioRefused(shop.app, 'resendReceipt', { cookie, params });

    expect(problem.code).toBe('CONFLICT');
  });

  it('of an unpaid order does not exist', async () => {
    const shop = await openPaymentShop();
    const { orderId } = await approvedOrder(shop);
    const { cookie } = await joinStudio(shop.app, shop.services);

    const { problem } = await studioRefused(shop.app, 'resendReceipt', {
      cookie,
      params: { orderId },
    });

    expect(problem.code).toBe('CONFLICT');
  });
});

describe('a review', () => {
  async function reviewed() {
    const shop = await openPaymentShop();
    const { orderId } = await approvedOrder(shop, { price: 1200 });
    const { database } = shop.services;
    await database.write((tx) => tx.updateTable('orders').set({ totalPrice: 1300 }).execute());
    await shop.capture(orderId);
    const { cookie } = await joinStudio(shop.app, shop.services);
    const params = { orderId };
    const end = (decision: 'grant' | 'void') => ({ cookie, params, body: { decision } });
    const waiting = async () => (await callStudio(shop.app, 'waiting', { cookie })).answer.orders;
    return { shop, app: shop.app, cookie, params, orderId, end, waiting };
  }

  it('says what is wrong, and ends once', async () => {
    const { app, cookie, params, end, waiting } = await reviewed();

    const before = (await callStudio(app, 'order', { cookie, params })).answer;
    const waited = await waiting();
    const { answer } = await callStudio(app, 'endReview', end('grant'));
    const second = await studioRefused(app, 'endReview', end('void'));

    expect(before).toMatchObject({
      reviewReason: 'paid 12.00 USD, expected 13.00 USD',
      captured: 12,
    });
    expect([waited, await waiting()]).toEqual([1, 0]);
    expect(answer).toMatchObject({ paymentState: 'paid', reviewReason: null, left: 12 });
    expect(second.problem.message).toContain('Reload the page to see its status.');
    const [line] = (await callStudio(app, 'auditLines', { cookie, query: {} })).answer.items;
    expect(line).toMatchObject({ actor: studioEmail, action: 'review.released' });
  });

  it('ends with a refund', async () => {
    const { app, cookie, params, shop, orderId } = await reviewed();

    const { answer } = await callStudio(app, 'refundOrder', {
      cookie,
      params,
      body: { itemId: null, amount: 12 },
    });

    expect(answer).toMatchObject({ paymentState: 'void', refunded: 12, left: 0 });
    expect((await shop.order(orderId)).state).toBe('void');
  });

  it('is not granted while a refund is in progress', async () => {
    const { app, cookie, params, shop, end } = await reviewed();
    shop.provider.plan('refund', dropAfter);
    await callStudio(app, 'refundOrder', { cookie, params, body: { itemId: null, amount: 12 } });
    shop.provider.plan('get', dropBefore);

    const { problem } = await studioRefused(app, 'endReview', end('grant'));

    expect(problem.message).toContain('is pending');
  });
});
