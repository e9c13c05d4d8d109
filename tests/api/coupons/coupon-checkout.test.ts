import { describe, expect, it } from 'vitest';
import { messages } from '#contract/messages/messages.ts';
import type { NewCoupon } from '#server/coupons/create-coupon.ts';
import { reconcileOnce } from '#server/orders/payments/reconcile.ts';
import { addCoupon, couponCounts } from '#tests/support/add-coupon.ts';
import { call, callRefused } from '#tests/support/call.ts';
import { customer, openPaymentShop, type PaymentShop } from '#tests/support/payment-shop.ts';
import { signUp } from '#tests/support/sign-up.ts';

/** A shop with a coupon for half the price, applied to the buyer's cart with one design for 20 dollars. */
async function setUp(coupon: Partial<NewCoupon> = {}) {
  const shop = await openPaymentShop();
  const couponId = await addCoupon(shop.services, { discountAmount: 50, ...coupon });
  const productId = await shop.addDesign({ price: 2000 });
  await shop.fillCart(productId);
  await apply(shop);
  return { shop, couponId, productId, counts: () => couponCounts(shop.services, couponId) };
}

async function cartOf({ app, buyer: { token } }: Pick<PaymentShop, 'app' | 'buyer'>) {
  return (await call(app, 'cart', { token })).answer;
}

async function apply({ app, buyer }: Pick<PaymentShop, 'app' | 'buyer'>, code = 'TEN') {
  const { _id: cartId } = await cartOf({ app, buyer });
  await call(app, 'couponApply', { token: buyer.token, body: { code, cartId } });
}

async function checkoutRefused(shop: PaymentShop, more: object = {}) {
  const body = { customerDetails: customer, ...more };
  return callRefused(shop.app, 'checkout', { body, token: shop.buyer.token });
}

/** How the studio ends a coupon that is already published. */
async function end(shop: PaymentShop): Promise<void> {
  const endsAt = shop.services.clock().toISOString();
  await shop.services.database.write((tx) => tx.updateTable('coupons').set({ endsAt }).execute());
}

describe('Create Order with a coupon', () => {
  it('asks the provider for the lower total and reserves one use', async () => {
    const { shop, counts } = await setUp();

    const { orderId, paypalOrderId, totalPrice } = await shop.checkout({ expectedTotal: 10 });

    expect(totalPrice).toBe(10);
    expect(shop.practice.order(paypalOrderId ?? '')?.unit).toMatchObject({
      amount: { value: '10.00' },
    });
    expect(await shop.order(orderId)).toMatchObject({
      couponCode: 'TEN',
      couponDiscount: 1000,
      totalDiscount: 1000,
    });
    expect(await counts()).toEqual({ used: 1, ledger: 1, orders: 1, spent: 0 });
  });

  it('that doesn’t apply yet takes nothing off, and the coupon waits on the cart for the next order', async () => {
    const shop = await openPaymentShop();
    await addCoupon(shop.services, { minimumSubtotal: 25 });
    await shop.fillCart(await shop.addDesign({ price: 2000 }));
    const { _id: cartId } = await cartOf(shop);
    const body = { code: 'TEN', cartId, isForLater: true };
    await call(shop.app, 'couponApply', { token: shop.buyer.token, body });

    const { totalPrice } = await shop.checkout({ expectedTotal: 20 });

    expect(totalPrice).toBe(20);
    expect(await cartOf(shop)).toMatchObject({ waitingCode: 'TEN', totalPrice: 20 });
  });

  it('for a dearer cart says that prices changed, and keeps the coupon that was waiting', async () => {
    const shop = await openPaymentShop();
    await addCoupon(shop.services, { minimumSubtotal: 50 });
    await shop.fillCart(await shop.addDesign({ price: 2000 }));
    const { _id: cartId } = await cartOf(shop);
    const body = { code: 'TEN', cartId, isForLater: true };
    await call(shop.app, 'couponApply', { token: shop.buyer.token, body });
    const { write } = shop.services.database;
    await write((tx) => tx.updateTable('products').set({ price: 2500 }).execute());

    const { problem } = await checkoutRefused(shop, { expectedTotal: 20 });

    expect(problem).toMatchObject({
      code: 'PRICE_CHANGED',
      message: messages.checkout.priceChanged,
      cart: { waitingCode: 'TEN', totalPrice: 25 },
    });
    expect(await cartOf(shop)).toMatchObject({ waitingCode: 'TEN' });
  });

  it('that confirms no total keeps a coupon that is still waiting', async () => {
    const shop = await openPaymentShop();
    await addCoupon(shop.services, { minimumSubtotal: 25 });
    await shop.fillCart(await shop.addDesign({ price: 2000 }));
    const { _id: cartId } = await cartOf(shop);
    const body = { code: 'TEN', cartId, isForLater: true };
    await call(shop.app, 'couponApply', { token: shop.buyer.token, body });

    expect((await shop.checkout()).totalPrice).toBe(20);
    expect(await cartOf(shop)).toMatchObject({ waitingCode: 'TEN' });
  });

  it('repeated returns the same order and the same use', async () => {
    const { shop, counts } = await setUp({ useLimit: 1, isOncePerCustomer: true });
    const first = await shop.checkout();

    const second = await shop.checkout();

    expect(second).toEqual(first);
    expect(await counts()).toEqual({ used: 1, ledger: 1, orders: 1, spent: 0 });
  });

  it('for another cart takes over the use of the order it replaces', async () => {
    const { shop, counts } = await setUp({ useLimit: 1, isOncePerCustomer: true });
    const first = await shop.checkout();
    await shop.fillCart(await shop.addDesign({ price: 1000 }));

    const second = await shop.checkout();

    expect((await shop.order(first.orderId)).state).toBe('void');
    expect(second.totalPrice).toBe(15);
    expect(await counts()).toEqual({ used: 1, ledger: 1, orders: 1, spent: 0 });
  });

  it('that holds the last use still shows the code in its own cart, and to nobody else', async () => {
    const { shop } = await setUp({ useLimit: 1 });
    await shop.checkout();
    const other = await signUp(shop.services);
    const productId = await shop.addDesign();
    await call(shop.app, 'cartAdd', { body: { productId }, token: other.token });
    const { _id: cartId } = await cartOf({ app: shop.app, buyer: other });

    const { problem } = await callRefused(shop.app, 'couponApply', {
      token: other.token,
      body: { code: 'TEN', cartId },
    });

    expect((await cartOf(shop)).appliedCoupon?.code).toBe('TEN');
    expect(problem).toEqual({ code: 'COUPON_REFUSED', message: messages.coupon.usedUp });
  });

  it('with another code of the same discount is a different order', async () => {
    const { shop, counts } = await setUp();
    const first = await shop.checkout();
    const fixedId = await addCoupon(shop.services, {
      code: 'TEN-OFF',
      discountType: 'fixed',
      discountAmount: 10,
    });
    await apply(shop, 'TEN-OFF');

    const second = await shop.checkout();

    expect(second.totalPrice).toBe(first.totalPrice);
    expect((await shop.order(second.orderId)).couponCode).toBe('TEN-OFF');
    expect(await counts()).toMatchObject({ used: 0, ledger: 0 });
    expect(await couponCounts(shop.services, fixedId)).toMatchObject({ used: 1, ledger: 1 });
  });

  it('without the code releases the use', async () => {
    const { shop, counts } = await setUp();
    await shop.checkout();
    const { _id: cartId } = await cartOf(shop);
    await call(shop.app, 'couponRemove', { token: shop.buyer.token, body: { cartId } });

    const { totalPrice } = await shop.checkout();

    expect(totalPrice).toBe(20);
    expect(await counts()).toEqual({ used: 0, ledger: 0, orders: 0, spent: 0 });
  });

  it('with a total of zero is paid and the use spent at once', async () => {
    const { shop, counts } = await setUp({ discountAmount: 100 });

    const { orderId, paypalOrderId } = await shop.checkout();

    expect(paypalOrderId).toBeNull();
    expect((await shop.order(orderId)).state).toBe('paid');
    expect(await counts()).toEqual({ used: 1, ledger: 1, orders: 1, spent: 1 });
  });
});

describe('a coupon that is no longer valid at Create Order', () => {
  it('is reported with the cart without it, and the next attempt succeeds', async () => {
    const { shop, counts } = await setUp();
    await end(shop);

    const { status, problem } = await checkoutRefused(shop, { expectedTotal: 10 });
    const cart = await cartOf(shop);
    const { totalPrice } = await shop.checkout({ expectedTotal: cart.totalPrice });

    expect([status, problem.code, problem.message]).toEqual([
      409,
      'PRICE_CHANGED',
      messages.coupon.ended,
    ]);
    expect(problem.cart).toEqual(cart);
    expect(cart).toMatchObject({ appliedCoupon: null, totalPrice: 20 });
    expect(totalPrice).toBe(20);
    expect(await counts()).toEqual({ used: 0, ledger: 0, orders: 0, spent: 0 });
  });

  it('is also reported if the buyer confirmed no total', async () => {
    const { shop } = await setUp();
    await end(shop);

    const { problem } = await checkoutRefused(shop);

    expect(problem.message).toBe(messages.coupon.ended);
    expect((await shop.checkout()).totalPrice).toBe(20);
  });

  it('is no reason to refuse a buyer who saw the total without it', async () => {
    const { shop } = await setUp();
    await end(shop);

    const { totalPrice } = await shop.checkout({ expectedTotal: 20 });

    expect(totalPrice).toBe(20);
  });

  it('because somebody else took the last use', async () => {
    const { shop, counts } = await setUp({ useLimit: 1 });
    const other = await signUp(shop.services);
    const body = { productId: await shop.addDesign() };
    await call(shop.app, 'cartAdd', { body, token: other.token });
    await apply({ app: shop.app, buyer: other });
    await call(shop.app, 'checkout', {
      body: { customerDetails: customer },
      token: other.token,
    });

    const { problem } = await checkoutRefused(shop, { expectedTotal: 10 });

    expect(problem.message).toBe(messages.coupon.usedUp);
    expect(await counts()).toEqual({ used: 1, ledger: 1, orders: 1, spent: 0 });
  });

  it('because the buyer has already used it', async () => {
    const { shop } = await setUp({ isOncePerCustomer: true });
    const { orderId, paypalOrderId } = await shop.checkout();
    await shop.approve(paypalOrderId);
    await shop.capture(orderId);
    await shop.fillCart(await shop.addDesign());
    const { _id: cartId } = await cartOf(shop);

    const { problem } = await callRefused(shop.app, 'couponApply', {
      token: shop.buyer.token,
      body: { code: 'TEN', cartId },
    });

    expect(problem.message).toBe(messages.coupon.usedByYou);
  });
});

describe('a reserved use', () => {
  it('is spent with the payment, and the code leaves the cart', async () => {
    const { shop, counts } = await setUp();
    const { orderId, paypalOrderId } = await shop.checkout();
    await shop.approve(paypalOrderId);
    await Promise.all([shop.capture(orderId), shop.capture(orderId)]);
    await shop.fillCart(await shop.addDesign({ price: 700 }));

    expect(await counts()).toEqual({ used: 1, ledger: 1, orders: 1, spent: 1 });
    expect(await cartOf(shop)).toMatchObject({ appliedCoupon: null, totalPrice: 7 });
  });

  it('stays reserved while the payment is declined', async () => {
    const { shop, counts } = await setUp();
    const { orderId, paypalOrderId } = await shop.checkout();
    await shop.approve(paypalOrderId, true);
    await shop.capture(orderId);

    expect(await counts()).toEqual({ used: 1, ledger: 1, orders: 1, spent: 0 });
  });

  it('is released when the order is never paid', async () => {
    const { shop, counts } = await setUp({ useLimit: 1 });
    await shop.checkout();
    shop.pass(25 * 3_600_000);
    await reconcileOnce(shop.services);

    expect(await counts()).toEqual({ used: 0, ledger: 0, orders: 0, spent: 0 });
  });

  it('is released when the provider creates no order', async () => {
    const { shop, counts } = await setUp();
    shop.provider.plan('create', async () =>
      Response.json(
        { name: 'UNPROCESSABLE_ENTITY', details: [{ issue: 'PAYER_CANNOT_PAY' }] },
        { status: 422 },
      ),
    );

    await checkoutRefused(shop);

    expect(await counts()).toEqual({ used: 0, ledger: 0, orders: 0, spent: 0 });
  });

  it('stays spent after a refund', async () => {
    const { shop, counts } = await setUp();
    const { orderId, paypalOrderId } = await shop.checkout();
    await shop.approve(paypalOrderId);
    await shop.capture(orderId);
    const { providerCaptureId } = await shop.order(orderId);
    await refund(shop, providerCaptureId ?? '', 1000, orderId);

    expect(await counts()).toEqual({ used: 1, ledger: 1, orders: 1, spent: 1 });
  });
});

describe('a refund of an item', () => {
  it('revokes it once what was really paid for it was refunded', async () => {
    const { shop, productId } = await setUp();
    await shop.services.database.write(async (tx) => {
      const { id: couponId } = await tx
        .selectFrom('coupons')
        .select('id')
        .executeTakeFirstOrThrow();
      await tx.updateTable('coupons').set({ isScoped: 1 }).execute();
      await tx.insertInto('couponProducts').values({ couponId, productId }).execute();
    });
    const other = await shop.addDesign({ price: 2000 });
    await shop.fillCart(other);
    const { orderId, paypalOrderId, totalPrice } = await shop.checkout();
    await shop.approve(paypalOrderId);
    await shop.capture(orderId);
    const items = await shop.services.database.read
      .selectFrom('orderItems')
      .select(['id', 'productId', 'couponDiscount'])
      .where('orderId', '=', orderId)
      .execute();
    const idOf = (wanted: string) => items.find((item) => item.productId === wanted)?.id ?? '';
    const { providerCaptureId } = await shop.order(orderId);

    await refund(shop, providerCaptureId ?? '', 1000, idOf(other));
    await refund(shop, providerCaptureId ?? '', 1000, idOf(productId));

    const { answer } = await call(shop.app, 'orders', { token: shop.buyer.token, query: {} });
    expect(totalPrice).toBe(30);
    expect(Object.fromEntries(items.map((item) => [item.productId, item.couponDiscount]))).toEqual({
      [productId]: 1000,
      [other]: 0,
    });
    expect(
      Object.fromEntries(
        answer.orders[0]?.items.map((item) => [item.productId, item.isRevoked]) ?? [],
      ),
    ).toEqual({ [productId]: true, [other]: false });
  });
});

/** Refunds at the provider, which notifies the shop. */
async function refund(shop: PaymentShop, captureId: string, cents: number, reference: string) {
  const result = await shop.services.gateway.refundCapture({
    captureId,
    requestId: `refund-${cents}-${reference}`,
    amount: { cents, currency: 'USD' },
    reference,
  });
  if (result.kind !== 'ok') throw new Error('the provider refunds nothing');
  const order = shop.practice.orderOfCapture(captureId);
  await shop.sendNotice(
    shop.notice('PAYMENT.CAPTURE.REFUNDED', {
      id: order?.refunds.at(-1)?.id,
      supplementary_data: { related_ids: { order_id: order?.id, capture_id: captureId } },
    }),
  );
}
