import * as v from 'valibot';
import { describe, expect, it } from 'vitest';
import { orderSchema } from '#contract/shop/order.ts';
import { call, callRefused } from '#tests/support/call.ts';
import { approvedOrder, customer, openPaymentShop } from '#tests/support/payment-shop.ts';
import { signUp } from '#tests/support/sign-up.ts';

describe('capturing a payment', () => {
  it('returns the completed order with its files (S18, O12)', async () => {
    const shop = await openPaymentShop();
    const { orderId, productId } = await approvedOrder(shop, { price: 1250 });

    const { answer } = await call(shop.app, 'capturePayment', {
      body: { orderId },
      token: shop.buyer.token,
    });

    expect(answer).toMatchObject({
      _id: orderId,
      status: 'Completed',
      paymentState: 'paid',
      totalPrice: 12.5,
      paymentMethod: 'Card',
    });
    expect(answer.items).toHaveLength(1);
    expect(answer.items[0]).toMatchObject({
      productId,
      downloadLink: `/api/orders/${orderId}/items/${answer.items[0]?._id}/download`,
      fileName: 'design.png',
    });
  });

  it('grants once: counts the sale, removes the designs from the cart, sends receipts to both addresses', async () => {
    const shop = await openPaymentShop();
    const { orderId, productId } = await approvedOrder(shop);
    const kept = await shop.addDesign();
    await shop.fillCart(kept);
    const before = await call(shop.app, 'cart', { token: shop.buyer.token });

    await shop.capture(orderId);
    await shop.capture(orderId);

    const { answer: cart } = await call(shop.app, 'cart', { token: shop.buyer.token });
    expect(cart.items.map((item) => item.productId)).toEqual([kept]);
    expect(cart.version).toBe(before.answer.version + 1);
    expect(await shop.salesOf(productId)).toBe(1);
    for (const recipient of [shop.buyer.email, customer.email]) {
      const mails = await shop.mailsTo(recipient);
      expect(mails).toHaveLength(1);
      expect(mails[0]?.text).toContain('/dashboard/my-orders');
    }
  });

  it('informs replicas of the catalogue that the design changed', async () => {
    const shop = await openPaymentShop();
    const { orderId, productId } = await approvedOrder(shop);
    const newest = () =>
      shop.services.database.read
        .selectFrom('catalogueChanges')
        .select('productId')
        // The shop's first licence card changes the public keys, too.
        .where('productId', 'is not', null)
        .orderBy('seq', 'desc')
        .limit(1)
        .executeTakeFirst();

    await shop.addDesign();
    await shop.capture(orderId);

    expect(await newest()).toEqual({ productId });
  });

  it("is refused for another account's order, and takes no money", async () => {
    const shop = await openPaymentShop();
    const { orderId, paypalOrderId } = await approvedOrder(shop);
    const { token } = await signUp(shop.services);

    const { problem } = await callRefused(shop.app, 'capturePayment', { body: { orderId }, token });

    expect(problem.code).toBe('NOT_FOUND');
    expect(shop.capturesOf(paypalOrderId)).toBe(0);
  });

  it('is refused while the buyer has not approved, and works once they have', async () => {
    const shop = await openPaymentShop();
    await shop.fillCart(await shop.addDesign());
    const { orderId, paypalOrderId } = await shop.checkout();

    const refused = await callRefused(shop.app, 'capturePayment', {
      body: { orderId },
      token: shop.buyer.token,
    });
    await shop.approve(paypalOrderId);
    const response = await shop.capture(orderId);

    expect(refused.problem.code).toBe('PAYMENT_NOT_APPROVED');
    expect(response.status).toBe(200);
  });

  it('lets a declined buyer choose another payment method, with a new request id', async () => {
    const shop = await openPaymentShop();
    await shop.fillCart(await shop.addDesign());
    const { orderId, paypalOrderId } = await shop.checkout();
    await shop.approve(paypalOrderId, true);

    const declined = await callRefused(shop.app, 'capturePayment', {
      body: { orderId },
      token: shop.buyer.token,
    });
    const between = await shop.order(orderId);
    await shop.approve(paypalOrderId);
    const answer = v.parse(orderSchema, await (await shop.capture(orderId)).json());
    const [firstKey, secondKey] = shop.provider.captureKeys;

    expect(declined.problem.code).toBe('PAYMENT_DECLINED');
    expect(between).toMatchObject({ state: 'provider_created' });
    expect(between.declinedAt).not.toBeNull();
    expect(answer.paymentState).toBe('paid');
    expect(secondKey).toBe(between.captureRequestId);
    expect(secondKey).not.toBe(firstKey);
    expect(shop.capturesOf(paypalOrderId)).toBe(1);
  });

  it('keeps licence type, prices and names as at Create Order', async () => {
    const shop = await openPaymentShop();
    const { orderId, productId } = await approvedOrder(shop, { title: 'Moths', price: 900 });
    await shop.services.database.write(async (tx) => {
      await tx
        .updateTable('products')
        .set({ title: 'Other', price: 5 })
        .where('id', '=', productId)
        .execute();
      await tx
        .updateTable('accounts')
        .set({ licenseType: 'FABRIC_SHOP' })
        .where('id', '=', shop.buyer.id)
        .execute();
    });

    const order = v.parse(orderSchema, await (await shop.capture(orderId)).json());

    expect(order.items[0]).toMatchObject({
      productName: 'Moths',
      price: 9,
      licenseType: 'SMALL_BUSINESS',
      licenceTextVersion: '2026-11',
    });
  });
});
