import { describe, expect, it } from 'vitest';
import { call, send } from '#tests/support/call.ts';
import { approvedOrder, customer, openPaymentShop } from '#tests/support/payment-shop.ts';
import { signUp } from '#tests/support/sign-up.ts';

const hour = 3_600_000;

describe('the orders of an account', () => {
  it('are returned newest first, with every field a buyer sees (S19, O10, O11)', async () => {
    const shop = await openPaymentShop();
    const { token } = shop.buyer;
    const paid = await approvedOrder(shop, {
      title: 'Moths',
      price: 2000,
      discountedPrice: 1500,
      files: { 'moths.png': new Uint8Array([1]), 'moths.svg': new Uint8Array([2]) },
    });
    await shop.capture(paid.orderId);
    shop.pass(1000);
    await shop.fillCart(await shop.addDesign({ title: 'Stars' }));
    const open = await shop.checkout();

    const { answer } = await call(shop.app, 'orders', { query: {}, token });

    expect(answer.totalPages).toBe(1);
    expect(answer.orders.map((order) => [order._id, order.status, order.paymentState])).toEqual([
      [open.orderId, 'Pending', 'none'],
      [paid.orderId, 'Completed', 'paid'],
    ]);
    const [pending, completed] = answer.orders;
    const link = `/api/orders/${paid.orderId}/items/${completed?.items[0]?._id}/download`;
    expect(completed).toMatchObject({
      orderNumber: expect.stringMatching(/^PW-/),
      totalPrice: 15,
      totalDiscount: 5,
      paymentMethod: 'Card',
      customerEmail: customer.email,
      customerDetails: customer,
      items: [
        {
          licenseType: 'SMALL_BUSINESS',
          price: 20,
          discountedPrice: 15,
          productName: 'Moths',
          downloadLink: link,
          fileName: 'Moths.zip',
          files: [
            { name: 'moths.png', bytes: 1, downloadLink: `${link}/0` },
            { name: 'moths.svg', bytes: 1, downloadLink: `${link}/1` },
          ],
          product: { title: 'Moths', image: { url: expect.stringContaining('/images/') } },
        },
      ],
    });
    expect(pending?.items[0]).toMatchObject({ downloadLink: '', files: [{ downloadLink: '' }] });
  });

  it('are visible to nobody else', async () => {
    const shop = await openPaymentShop();
    const { orderId } = await approvedOrder(shop);
    await shop.capture(orderId);
    const { token } = await signUp(shop.services);

    const { answer } = await call(shop.app, 'orders', { query: {}, token });
    const visitor = await send(shop.app, 'orders', { query: {} });

    expect(answer).toEqual({ orders: [], totalPages: 1, licenceTexts: [] });
    expect(visitor.status).toBe(401);
  });

  it('exclude void ones, and unpaid ones after a day', async () => {
    const shop = await openPaymentShop();
    const { token } = shop.buyer;
    await shop.fillCart(await shop.addDesign());
    const earlier = await shop.checkout();
    await shop.fillCart(await shop.addDesign());
    const newer = await shop.checkout();
    const ids = async () =>
      (await call(shop.app, 'orders', { query: {}, token })).answer.orders.map(({ _id }) => _id);

    const atOnce = await ids();
    shop.pass(24 * hour);
    const nextDay = await ids();

    expect(atOnce).toEqual([newer.orderId]);
    expect(atOnce).not.toContain(earlier.orderId);
    expect(nextDay).toEqual([]);
  });

  it('keep including what may have cost money, however old', async () => {
    const shop = await openPaymentShop();
    const { token } = shop.buyer;
    const { orderId } = await approvedOrder(shop);
    await shop.services.database.write((tx) =>
      tx.updateTable('orders').set({ state: 'capturing' }).where('id', '=', orderId).execute(),
    );
    shop.pass(48 * hour);

    const { answer } = await call(shop.app, 'orders', { query: {}, token });

    expect(answer.orders).toMatchObject([{ _id: orderId, paymentState: 'processing' }]);
  });

  it('are paginated on request', async () => {
    const shop = await openPaymentShop();
    const { token } = shop.buyer;
    const orderIds: string[] = [];
    for (let round = 0; round < 3; round += 1) {
      await shop.fillCart(await shop.addDesign({ price: 0 }));
      orderIds.unshift((await shop.checkout()).orderId);
      shop.pass(1000);
    }

    const { answer } = await call(shop.app, 'orders', { query: { page: '2', limit: '2' }, token });

    expect(answer.totalPages).toBe(2);
    expect(answer.orders.map(({ _id }) => _id)).toEqual(orderIds.slice(2));
  });
});
