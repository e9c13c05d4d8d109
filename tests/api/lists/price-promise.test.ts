import { describe, expect, test } from 'vitest';
import { runRetention } from '#server/operations/retention.ts';
import { addCoupon } from '#tests/support/add-coupon.ts';
import { addProduct, type TestProduct } from '#tests/support/add-product.ts';
import { call, callRefused } from '#tests/support/call.ts';
import { openDesignDesk } from '#tests/support/design-desk.ts';
import { customer } from '#tests/support/payment-shop.ts';
import { signUp } from '#tests/support/sign-up.ts';
import { callStudio, studioRefused } from '#tests/support/studio-call.ts';

const hour = 3_600_000;

/** A studio that changes prices, and a buyer with a cart. */
async function setUp() {
  const desk = await openDesignDesk();
  const { services, app, cookie } = desk;
  const { token } = await signUp(services, { status: 'approved' });
  const cart = async () => (await call(app, 'cart', { token })).answer;
  return {
    ...desk,
    token,
    cart,
    product: (product: TestProduct) =>
      addProduct(services, { files: { 'design.png': Buffer.from('PNG') }, ...product }),
    add: (productId: string, seenPrice?: number) =>
      call(app, 'cartAdd', { token, body: { productId, seenPrice } }),
    /** In dollars. */
    price: (id: string, price: number) => desk.save(id, { price }),
    async hold(priceHoldHours: 0 | 6 | 24) {
      const { answer } = await callStudio(app, 'settings', { cookie });
      const from = answer.priceHoldHours as 0 | 6 | 24;
      return callStudio(app, 'setPriceHold', { cookie, body: { from, priceHoldHours } });
    },
    order: (expectedTotal: number) =>
      call(app, 'checkout', { token, body: { customerDetails: customer, expectedTotal } }),
    orderRefused: (expectedTotal: number) =>
      callRefused(app, 'checkout', { token, body: { customerDetails: customer, expectedTotal } }),
    items: () =>
      services.database.read
        .selectFrom('orderItems')
        .select(['price', 'discountedPrice', 'couponDiscount'])
        .execute(),
  };
}

describe('a price that rises while the design is in the cart', () => {
  test('is held for a day, and says until when', async () => {
    const { services, product, add, price, cart } = await setUp();
    const foxes = await product({ price: 800 });
    await add(foxes);
    services.pass(hour);
    const roseAt = services.clock().getTime();
    await price(foxes, 10);

    const held = await cart();

    const heldUntil = new Date(roseAt + 24 * hour).toISOString();
    expect(held.items).toMatchObject([{ price: 10, discountedPrice: 8, heldUntil }]);
    expect(held.totalPrice).toBe(8);
  });

  test('is charged as held, and frozen so in the order', async () => {
    const { services, product, add, price, order, items } = await setUp();
    const foxes = await product({ price: 800 });
    await add(foxes);
    await price(foxes, 10);
    services.pass(23 * hour);

    await order(8);

    expect(await items()).toEqual([{ price: 1000, discountedPrice: 800, couponDiscount: 0 }]);
  });

  test('is asked about again once the time is over', async () => {
    const { services, product, add, price, orderRefused, cart } = await setUp();
    const foxes = await product({ price: 800 });
    await add(foxes);
    await price(foxes, 10);
    services.pass(24 * hour);

    const refused = await orderRefused(8);

    expect(refused.problem).toMatchObject({ code: 'PRICE_CHANGED', cart: { totalPrice: 10 } });
    expect((await cart()).items[0]).not.toHaveProperty('heldUntil');
  });

  test('is charged as it is now if it fell since', async () => {
    const { product, add, price, cart } = await setUp();
    const foxes = await product({ price: 800 });
    await add(foxes);
    await price(foxes, 10);
    await price(foxes, 5);

    expect((await cart()).items).toMatchObject([{ price: 5, discountedPrice: null }]);
  });

  test('is held at the lowest of several prices seen', async () => {
    const { services, product, add, price, cart } = await setUp();
    const foxes = await product({ price: 800 });
    await add(foxes);
    for (const dollars of [10, 7, 12]) {
      services.pass(1000);
      await price(foxes, dollars);
    }

    expect((await cart()).items).toMatchObject([{ price: 12, discountedPrice: 7 }]);
  });

  test('counts as the price for a coupon', async () => {
    const { app, services, token, product, add, price, cart, order, items } = await setUp();
    const foxes = await product({ price: 1000 });
    await add(foxes);
    await price(foxes, 20);
    await addCoupon(services, { code: 'HALF', discountAmount: 50 });
    const { _id } = await cart();
    await call(app, 'couponApply', { token, body: { cartId: _id, code: 'HALF' } });

    expect((await cart()).totalPrice).toBe(5);
    await order(5);

    expect(await items()).toEqual([{ price: 2000, discountedPrice: 1000, couponDiscount: 500 }]);
  });

  test('is not held if the studio turned that off', async () => {
    const { product, add, price, cart, hold } = await setUp();
    const foxes = await product({ price: 800 });
    await add(foxes);
    await price(foxes, 10);

    await hold(0);

    expect((await cart()).items).toMatchObject([{ price: 10, discountedPrice: null }]);
  });
});

test('holds the price of a sale that ends by its date', async () => {
  const { services, product, save, add, cart, order } = await setUp();
  const foxes = await product({ price: 1000 });
  const saleEndsAt = new Date(services.clock().getTime() + hour).toISOString();
  await save(foxes, { sale: { price: 6, startsAt: null, endsAt: saleEndsAt } });
  await add(foxes);
  services.pass(2 * hour);

  await order(6);

  expect((await cart()).items).toMatchObject([{ price: 10, discountedPrice: 6 }]);
});

describe('a design added at a price seen earlier, without a signal', () => {
  test('is held at that price', async () => {
    const { services, product, add, price, cart } = await setUp();
    const foxes = await product({ price: 800 });
    await price(foxes, 10);
    services.pass(hour);

    await add(foxes, 8);

    expect((await cart()).items).toMatchObject([{ price: 10, discountedPrice: 8 }]);
  });

  test('is not held at a price that it never had', async () => {
    const { services, product, add, price, cart } = await setUp();
    const foxes = await product({ price: 800 });
    await price(foxes, 10);
    services.pass(hour);

    await add(foxes, 1);

    expect((await cart()).items).toMatchObject([{ price: 10, discountedPrice: null }]);
  });

  test('is not held at a price of the day before yesterday', async () => {
    const { services, product, add, price, cart } = await setUp();
    const foxes = await product({ price: 800 });
    await price(foxes, 10);
    services.pass(25 * hour);

    await add(foxes, 8);

    expect((await cart()).items).toMatchObject([{ price: 10, discountedPrice: null }]);
  });

  test('costs what it costs everybody if nothing was seen', async () => {
    const { services, product, add, price, cart } = await setUp();
    const foxes = await product({ price: 800 });
    await price(foxes, 10);
    services.pass(hour);

    await add(foxes);

    expect((await cart()).items).toMatchObject([{ price: 10, discountedPrice: null }]);
  });
});

test('the studio chooses how long prices are held, among these', async () => {
  const { app, cookie, hold } = await setUp();

  await hold(6);

  const { answer } = await callStudio(app, 'settings', { cookie });
  expect(answer.priceHoldHours).toBe(6);
  const { problem } = await studioRefused(app, 'setPriceHold', {
    cookie,
    body: { from: 6, priceHoldHours: 7 as 6 },
  });
  expect(problem).toMatchObject({ fields: { priceHoldHours: 'Number out of range.' } });
});

test('prices from before a rise are deleted after 14 days', async () => {
  const { services, product, price } = await setUp();
  const foxes = await product({ price: 800 });
  await price(foxes, 10);
  const stored = () => services.database.read.selectFrom('endedPrices').select('cents').execute();
  expect(await stored()).toEqual([{ cents: 800 }]);
  services.pass(15 * 24 * hour);

  await runRetention(services);

  expect(await stored()).toEqual([]);
});
