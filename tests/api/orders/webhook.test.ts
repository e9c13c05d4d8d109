import { describe, expect, it } from 'vitest';
import { readSetting } from '#server/platform/settings/settings.ts';
import { call } from '#tests/support/call.ts';
import { dropAfter, dropBefore, type Operation, refusing } from '#tests/support/payment-faults.ts';
import {
  approvedOrder,
  customer,
  openPaymentShop,
  type PaymentShop,
  studioEmail,
} from '#tests/support/payment-shop.ts';
import { callStudio } from '#tests/support/studio-call.ts';
import { joinStudio } from '#tests/support/studio-person.ts';

interface Paid {
  readonly orderId: string;
  readonly paypalOrderId: string | null;
  readonly productId: string;
}

function captureOf(shop: PaymentShop, { paypalOrderId }: Paid): string {
  return shop.practice.order(paypalOrderId ?? '')?.captures[0]?.id ?? '';
}

function completed(shop: PaymentShop, paid: Paid) {
  return shop.notice('PAYMENT.CAPTURE.COMPLETED', {
    id: captureOf(shop, paid),
    supplementary_data: { related_ids: { order_id: paid.paypalOrderId } },
  });
}

/** Refunds at the provider and returns the notice it sends. */
async function refund(shop: PaymentShop, paid: Paid, cents?: number, reference?: string) {
  const captureId = captureOf(shop, paid);
  const result = await shop.services.gateway.refundCapture({
    captureId,
    requestId: `refund-${cents}-${reference}`,
    ...(cents === undefined ? {} : { amount: { cents, currency: 'USD' } }),
    ...(reference === undefined ? {} : { reference }),
  });
  if (result.kind !== 'ok') throw new Error('the provider refunds nothing');
  const made = shop.practice.orderOfCapture(captureId)?.refunds.at(-1);
  return shop.notice('PAYMENT.CAPTURE.REFUNDED', {
    id: made?.id,
    status: 'COMPLETED',
    amount: made?.amount,
    custom_id: made?.custom_id,
    links: [{ rel: 'up', href: `https://provider.example/v2/payments/captures/${captureId}` }],
  });
}

async function orderAsSeen(shop: PaymentShop, orderId: string) {
  const { answer } = await call(shop.app, 'orders', { query: {}, token: shop.buyer.token });
  return answer.orders.find(({ _id }) => _id === orderId);
}

function since(shop: PaymentShop, before: number): Operation[] {
  return shop.provider.calls.slice(before);
}

describe('a notice of the provider', () => {
  it('is noted for the health check, at most once an hour, and a false one isn’t', async () => {
    const shop = await openPaymentShop();
    const notice = completed(shop, await approvedOrder(shop));
    const { database, clock } = shop.services;
    const seenAt = async () => (await readSetting(database.read, 'webhookSeenAt')).value;
    const forged = { ...notice, body: notice.body.replace('COMPLETED', 'DENIED') };

    expect((await shop.sendNotice(forged)).status).toBe(403);
    expect(await seenAt()).toBeNull();
    const first = clock().toISOString();
    await shop.sendNotice(notice);
    expect(await seenAt()).toBe(first);
    shop.pass(3_600_000 - 1);
    await shop.sendNotice(notice);
    expect(await seenAt()).toBe(first);
    shop.pass(1);
    await shop.sendNotice(notice);
    expect(await seenAt()).toBe(clock().toISOString());
  });

  it('settles an order whose capture was never confirmed', async () => {
    const shop = await openPaymentShop();
    const paid = await approvedOrder(shop);
    shop.provider.plan('capture', dropAfter);
    await shop.capture(paid.orderId);

    const response = await shop.sendNotice(completed(shop, paid));

    expect(response.status).toBe(200);
    expect(await shop.order(paid.orderId)).toMatchObject({ state: 'paid' });
    expect(await shop.salesOf(paid.productId)).toBe(1);
  });

  it.each([
    ['declines it', refusing(422, 'INSTRUMENT_DECLINED')],
    ['has no such order', refusing(404, 'INVALID_RESOURCE_ID')],
    ['is silent', dropBefore],
  ])('wins over a slower answer if the provider %s', async (_, fault) => {
    const shop = await openPaymentShop();
    const paid = await approvedOrder(shop);
    shop.provider.plan('capture', async (pass, giveUp) => {
      await pass();
      await shop.sendNotice(completed(shop, paid));
      return fault(pass, giveUp);
    });

    const response = await shop.capture(paid.orderId);

    expect(response.status).toBe(200);
    expect(await shop.order(paid.orderId)).toMatchObject({ state: 'paid', nextPollAt: null });
    expect(await shop.salesOf(paid.productId)).toBe(1);
  });

  it('that comes twice changes nothing the second time', async () => {
    const shop = await openPaymentShop();
    const paid = await approvedOrder(shop);
    await shop.capture(paid.orderId);
    const notice = completed(shop, paid);
    const before = await shop.order(paid.orderId);

    const responses = [await shop.sendNotice(notice), await shop.sendNotice(notice)];

    expect(responses.map(({ status }) => status)).toEqual([200, 200]);
    expect(await shop.order(paid.orderId)).toEqual(before);
    expect(await shop.salesOf(paid.productId)).toBe(1);
    expect(await shop.mailsTo(customer.email)).toHaveLength(1);
  });

  it('is refused when its body was changed, and nothing is looked up', async () => {
    const shop = await openPaymentShop();
    const paid = await approvedOrder(shop);
    shop.provider.plan('capture', dropAfter);
    await shop.capture(paid.orderId);
    const { headers, body } = completed(shop, paid);
    const before = shop.provider.calls.length;

    const response = await shop.sendNotice({ headers, body: body.replace('1.0', '1.1') });

    expect(response.status).toBe(403);
    expect(since(shop, before)).toEqual(['verify']);
    expect(await shop.order(paid.orderId)).toMatchObject({ state: 'capturing' });
    expect(await shop.salesOf(paid.productId)).toBe(0);
  });

  it.each([
    ['without a signature', (headers: Headers) => headers.delete('PayPal-Transmission-Sig')],
    [
      'with an endless header',
      (headers: Headers) => headers.set('PayPal-Cert-Url', 'x'.repeat(5000)),
    ],
  ])('%s is refused without asking the provider', async (_, change) => {
    const shop = await openPaymentShop();
    const paid = await approvedOrder(shop);
    const notice = completed(shop, paid);
    const headers = new Headers(notice.headers);
    change(headers);
    const before = shop.provider.calls.length;

    const response = await shop.sendNotice({
      headers: Object.fromEntries(headers),
      body: notice.body,
    });

    expect(response.status).toBe(403);
    expect(since(shop, before)).toEqual([]);
  });

  it.each(['', '[]', '{', 'null', '{"id":1}'])('that is invalid (%s) is refused', async (body) => {
    const shop = await openPaymentShop();
    const { headers } = shop.notice('PAYMENT.CAPTURE.COMPLETED', {});

    const response = await shop.sendNotice({ headers, body });

    expect(response.status).toBe(403);
    expect(shop.provider.calls).toEqual([]);
  });

  it('that is too long is refused before it is read', async () => {
    const shop = await openPaymentShop();
    const { headers } = shop.notice('PAYMENT.CAPTURE.COMPLETED', {});

    const response = await shop.sendNotice({ headers, body: `"${'x'.repeat(70_000)}"` });

    expect(response.status).toBe(413);
    expect(shop.provider.calls).toEqual([]);
  });

  it('forged repeatedly is rate limited', async () => {
    const shop = await openPaymentShop();
    const { headers, body } = shop.notice('PAYMENT.CAPTURE.COMPLETED', { id: 'x' });
    const forged = { headers, body: body.replace('1.0', '6.6') };

    const responses = await Promise.all(Array.from({ length: 200 }, () => shop.sendNotice(forged)));

    const asked = shop.provider.calls.filter((operation) => operation === 'verify').length;
    expect(responses.filter(({ status }) => status === 429)).toHaveLength(80);
    expect(asked).toBe(120);
  });

  it("is requested again while the provider can't verify it", async () => {
    const shop = await openPaymentShop();
    const paid = await approvedOrder(shop);
    shop.provider.plan('capture', dropAfter);
    await shop.capture(paid.orderId);
    const notice = completed(shop, paid);
    shop.provider.plan('verify', dropBefore);
    shop.provider.plan('get', dropBefore);

    const responses = [];
    for (let sent = 0; sent < 3; sent += 1) responses.push(await shop.sendNotice(notice));

    expect(responses.map(({ status }) => status)).toEqual([503, 503, 200]);
    expect(await shop.order(paid.orderId)).toMatchObject({ state: 'paid' });
  });

  it("about an order that isn't ours is accepted and ignored", async () => {
    const shop = await openPaymentShop();
    const notice = shop.notice('PAYMENT.CAPTURE.COMPLETED', {
      id: 'FOREIGN',
      supplementary_data: { related_ids: { order_id: 'FOREIGN' } },
    });

    const response = await shop.sendNotice(notice);

    expect(response.status).toBe(200);
    expect(shop.provider.calls).not.toContain('get');
  });
});

describe('a refund', () => {
  it('of everything revokes the items and cancels the sale, once', async () => {
    const shop = await openPaymentShop();
    const paid = await approvedOrder(shop);
    await shop.capture(paid.orderId);
    const notice = await refund(shop, paid);

    await shop.sendNotice(notice);
    await shop.sendNotice(notice);
    await shop.sendNotice(completed(shop, paid));

    const order = await orderAsSeen(shop, paid.orderId);
    const refunds = await shop.services.database.read.selectFrom('refunds').selectAll().execute();
    const notes = await shop.services.database.read
      .selectFrom('paymentEvents')
      .select('id')
      .where('kind', '=', 'refund')
      .execute();
    expect(order).toMatchObject({ status: 'Completed', paymentState: 'refunded' });
    expect(order?.items).toMatchObject([{ isRevoked: true, downloadLink: '' }]);
    expect(refunds).toHaveLength(1);
    expect(notes).toHaveLength(1);
    expect(await shop.salesOf(paid.productId)).toBe(0);
  });

  it('of one item revokes that item only', async () => {
    const shop = await openPaymentShop();
    const kept = await shop.addDesign({ price: 500 });
    await shop.fillCart(kept);
    const paid = await approvedOrder(shop, { price: 700 });
    await shop.capture(paid.orderId);
    const before = await orderAsSeen(shop, paid.orderId);
    const item = before?.items.find(({ productId }) => productId === paid.productId);

    await shop.sendNotice(await refund(shop, paid, 700, item?._id));

    const after = await orderAsSeen(shop, paid.orderId);
    const revoked = after?.items.filter(({ isRevoked }) => isRevoked);
    expect(after?.paymentState).toBe('part-refunded');
    expect(revoked?.map(({ productId }) => productId)).toEqual([paid.productId]);
    expect(revoked).toMatchObject([{ refunded: { amount: 7 } }]);
    expect(await shop.salesOf(paid.productId)).toBe(0);
    expect(await shop.salesOf(kept)).toBe(1);
  });

  it('of a part revokes nothing', async () => {
    const shop = await openPaymentShop();
    const paid = await approvedOrder(shop, { price: 700 });
    await shop.capture(paid.orderId);

    await shop.sendNotice(await refund(shop, paid, 300));

    const order = await orderAsSeen(shop, paid.orderId);
    expect(order).toMatchObject({ paymentState: 'part-refunded', items: [{ isRevoked: false }] });
    expect(order?.items[0]).not.toHaveProperty('refunded');
    expect(await shop.salesOf(paid.productId)).toBe(1);
  });

  it('in parts that add up to the whole revokes everything', async () => {
    const shop = await openPaymentShop();
    const paid = await approvedOrder(shop, { price: 700 });
    await shop.capture(paid.orderId);

    await shop.sendNotice(await refund(shop, paid, 300));
    await shop.sendNotice(await refund(shop, paid, 400));

    const order = await orderAsSeen(shop, paid.orderId);
    expect(order).toMatchObject({ paymentState: 'refunded', items: [{ isRevoked: true }] });
    expect(await shop.salesOf(paid.productId)).toBe(0);
  });

  it("of an unconfirmed payment's whole amount voids the order, and nothing is granted", async () => {
    const shop = await openPaymentShop();
    const paid = await approvedOrder(shop);
    shop.provider.plan('capture', dropAfter);
    await shop.capture(paid.orderId);
    const refunded = await refund(shop, paid);

    await shop.sendNotice(completed(shop, paid));
    const between = await shop.order(paid.orderId);
    await shop.sendNotice(refunded);
    await shop.sendNotice(refunded);
    await shop.sendNotice(completed(shop, paid));

    expect(between.state).toBe('void');
    expect(await shop.order(paid.orderId)).toMatchObject({ state: 'void' });
    expect(await shop.salesOf(paid.productId)).toBe(0);
    expect(await shop.mailsTo(studioEmail)).toHaveLength(1);
  });
});

/** A dispute's notice; identified by the capture's id, or only by our order number. */
async function disputeOf(shop: PaymentShop, paid: Paid, isByNumber = false) {
  const { orderNumber } = await shop.order(paid.orderId);
  const transaction = isByNumber
    ? { seller_transaction_id: 'UNKNOWN', invoice_number: orderNumber }
    : { seller_transaction_id: captureOf(shop, paid) };
  return {
    dispute_id: 'PP-D-1',
    dispute_amount: { currency_code: 'USD', value: '7.00' },
    disputed_transactions: [transaction],
  };
}

describe('a dispute', () => {
  it('shows on the order until it is closed, and the studio is notified once', async () => {
    const shop = await openPaymentShop();
    const paid = await approvedOrder(shop, { price: 700 });
    await shop.capture(paid.orderId);
    const resource = await disputeOf(shop, paid);
    const states: unknown[] = [];

    for (const type of ['CREATED', 'CREATED', 'RESOLVED']) {
      await shop.sendNotice(shop.notice(`CUSTOMER.DISPUTE.${type}`, resource));
      states.push((await orderAsSeen(shop, paid.orderId))?.paymentState);
    }

    expect(states).toEqual(['disputed', 'disputed', 'paid']);
    const [mail, ...more] = await shop.mailsTo(studioEmail);
    expect(mail?.subject).toContain('is disputed');
    expect(mail?.text).toContain('(7.00 USD)');
    expect(more).toEqual([]);
  });

  it.each(['capturing', 'review', 'void'] as const)(
    'of an order that is %s is recorded, and the studio is notified',
    async (state) => {
      const shop = await openPaymentShop();
      const paid = await approvedOrder(shop, { price: 700 });
      const isLost = state === 'capturing';
      if (isLost) shop.provider.plan('capture', dropAfter);
      await shop.capture(paid.orderId);
      await shop.services.database.write((tx) => tx.updateTable('orders').set({ state }).execute());
      const resource = await disputeOf(shop, paid, isLost);

      const { status } = await shop.sendNotice(shop.notice('CUSTOMER.DISPUTE.CREATED', resource));

      const { cookie } = await joinStudio(shop.app, shop.services);
      const query = { state: 'disputed' } as const;
      const { items } = (await callStudio(shop.app, 'orders', { cookie, query })).answer;
      const params = { orderId: paid.orderId };
      const { trail } = (await callStudio(shop.app, 'order', { cookie, params })).answer;
      const mails = await shop.mailsTo(studioEmail);
      expect(status).toBe(200);
      expect(await shop.order(paid.orderId)).toMatchObject({ state });
      expect(items.map(({ id }) => id)).toEqual([paid.orderId]);
      expect(trail[0]?.text).toBe('The buyer disputes the payment of $7.00.');
      expect(mails.filter(({ subject }) => subject.includes('is disputed'))).toHaveLength(1);
    },
  );

  it('without an amount is recorded as well', async () => {
    const shop = await openPaymentShop();
    const paid = await approvedOrder(shop, { price: 700 });
    await shop.capture(paid.orderId);
    const { dispute_amount: _, ...resource } = await disputeOf(shop, paid);

    await shop.sendNotice(shop.notice('CUSTOMER.DISPUTE.CREATED', resource));

    expect((await orderAsSeen(shop, paid.orderId))?.paymentState).toBe('disputed');
  });

  it('that was closed before its first notice notifies nobody', async () => {
    const shop = await openPaymentShop();
    const paid = await approvedOrder(shop, { price: 700 });
    await shop.capture(paid.orderId);
    const resource = await disputeOf(shop, paid);

    await shop.sendNotice(shop.notice('CUSTOMER.DISPUTE.RESOLVED', resource));
    await shop.sendNotice(shop.notice('CUSTOMER.DISPUTE.CREATED', resource));

    expect((await orderAsSeen(shop, paid.orderId))?.paymentState).toBe('paid');
    expect(await shop.mailsTo(studioEmail)).toEqual([]);
  });
});

describe('a notice of a refund', () => {
  it("counts for an unsettled order, even while the provider can't be asked", async () => {
    const shop = await openPaymentShop();
    const paid = await approvedOrder(shop, { price: 700 });
    shop.provider.plan('capture', dropAfter);
    await shop.capture(paid.orderId);
    const notice = await refund(shop, paid);
    const byNumber = shop.notice('PAYMENT.CAPTURE.REFUNDED', {
      ...JSON.parse(notice.body).resource,
      invoice_id: (await shop.order(paid.orderId)).orderNumber,
    });
    shop.provider.plan('get', dropBefore);

    const first = await shop.sendNotice(byNumber);
    const recorded = await shop.services.database.read.selectFrom('refunds').selectAll().execute();
    const second = await shop.sendNotice(byNumber);

    expect([first.status, second.status]).toEqual([503, 200]);
    expect(recorded).toMatchObject([{ orderId: paid.orderId, amount: 700 }]);
    expect(await shop.order(paid.orderId)).toMatchObject({ state: 'void' });
    expect(await shop.salesOf(paid.productId)).toBe(0);
  });
});
