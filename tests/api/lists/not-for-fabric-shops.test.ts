import { describe, expect, it } from 'vitest';
import { call, callRefused } from '#tests/support/call.ts';
import { customer, openPaymentShop, type PaymentShop } from '#tests/support/payment-shop.ts';
import { signUp } from '#tests/support/sign-up.ts';

async function keepFromFabricShops({ services }: PaymentShop, id: string): Promise<void> {
  await services.database.write((tx) =>
    tx.updateTable('products').set({ isForFabricShops: 0 }).where('id', '=', id).execute(),
  );
}

describe('a design that is not for fabric shops', () => {
  it("can be added to everyone else's cart", async () => {
    const shop = await openPaymentShop();
    const id = await shop.addDesign();
    await keepFromFabricShops(shop, id);
    await shop.fillCart(id);
    expect(await shop.checkout()).toMatchObject({ totalPrice: 12 });
  });

  it('is refused to a fabric shop at the cart, with the reason', async () => {
    const shop = await openPaymentShop();
    const { token } = await signUp(shop.services, { licenseType: 'FABRIC_SHOP' });
    const id = await shop.addDesign();
    await keepFromFabricShops(shop, id);

    const { status, problem } = await callRefused(shop.app, 'cartAdd', {
      body: { productId: id },
      token,
    });

    expect([status, problem.code]).toEqual([409, 'PRODUCT_UNAVAILABLE']);
    expect(problem.message).toBe('This design isn’t sold to fabric shops.');
    const { answer } = await call(shop.app, 'cart', { token });
    expect(answer.items).toEqual([]);
    await call(shop.app, 'wishlistAdd', { body: { productId: id }, token });
  });

  it('is refused by title at checkout if it was in the cart before', async () => {
    const shop = await openPaymentShop();
    const { token } = await signUp(shop.services, { licenseType: 'FABRIC_SHOP' });
    const id = await shop.addDesign({ title: 'Sleepy Whales' });
    const other = await shop.addDesign();
    for (const productId of [id, other]) {
      await call(shop.app, 'cartAdd', { body: { productId }, token });
    }
    await keepFromFabricShops(shop, id);

    const body = { customerDetails: customer };
    const { status, problem } = await callRefused(shop.app, 'checkout', { body, token });
    expect([status, problem.code]).toEqual([409, 'PRODUCT_UNAVAILABLE']);
    expect(problem.message).toBe('These designs aren’t sold to fabric shops: Sleepy Whales');

    await call(shop.app, 'cartRemove', { body: { productId: id }, token });
    const { answer } = await call(shop.app, 'checkout', { body, token });
    expect(answer.totalPrice).toBe(12);
  });
});
