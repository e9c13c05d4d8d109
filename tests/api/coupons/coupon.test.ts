import { describe, expect, it } from 'vitest';
import { messages } from '#contract/messages/messages.ts';
import { createApp } from '#server/app.ts';
import { newId } from '#server/platform/database/new-id.ts';
import { Problem } from '#server/platform/http/problem.ts';
import { addCoupon } from '#tests/support/add-coupon.ts';
import { addProduct, type TestProduct } from '#tests/support/add-product.ts';
import { call, callRefused } from '#tests/support/call.ts';
import { makeServices, type ServiceOverrides } from '#tests/support/make-services.ts';
import { signUp } from '#tests/support/sign-up.ts';

async function setUp(overrides: ServiceOverrides = {}) {
  const services = await makeServices(overrides);
  const app = createApp(services);
  const { token } = await signUp(services);
  const cart = async () => (await call(app, 'cart', { token })).answer;
  const cartId = (await cart())._id;
  return {
    app,
    services,
    token,
    cart,
    cartId,
    put: async (product: TestProduct = {}) => {
      const productId = await addProduct(services, product);
      await call(app, 'cartAdd', { token, body: { productId } });
      return productId;
    },
    apply: async (code: string) =>
      (await call(app, 'couponApply', { token, body: { code, cartId } })).answer,
    applyRefused: (code: string) =>
      callRefused(app, 'couponApply', { token, body: { code, cartId } }),
    remove: async () => (await call(app, 'couponRemove', { token, body: { cartId } })).answer,
  };
}

describe('a coupon in the cart', () => {
  it('is reported as applied, and is (S15, O08, O07)', async () => {
    const { services, put, apply, cart } = await setUp();
    await addCoupon(services, { code: 'Spring-10', discountAmount: 12.5 });
    await put({ price: 2000, discountedPrice: 1000 });

    const answer = await apply('  spring-10 ');

    expect(answer).toEqual({ message: messages.coupon.applied });
    expect(await cart()).toMatchObject({
      appliedCoupon: { code: 'Spring-10', discountType: 'percentage', discountAmount: 12.5 },
      totalPrice: 8.75,
      totalDiscount: 11.25,
      version: 2,
    });
  });

  it('with a fixed amount is in dollars (O08)', async () => {
    const { services, put, apply, cart } = await setUp();
    await addCoupon(services, { code: 'FIVE', discountType: 'fixed', discountAmount: 5 });
    await put({ price: 2000 });
    await apply('FIVE');

    expect(await cart()).toMatchObject({
      appliedCoupon: { code: 'FIVE', discountType: 'fixed', discountAmount: 5 },
      totalPrice: 15,
    });
  });

  it('can be removed, repeatedly (S16)', async () => {
    const { services, put, apply, remove, cart } = await setUp();
    await addCoupon(services);
    await put({ price: 2000 });
    await apply('TEN');

    const answers = [await remove(), await remove()];

    expect(answers).toEqual([
      { message: messages.coupon.removed },
      { message: messages.coupon.removed },
    ]);
    expect(await cart()).toMatchObject({ appliedCoupon: null, totalPrice: 20, version: 3 });
  });

  it('is replaced by another, because only one applies at a time', async () => {
    const { services, put, apply, cart } = await setUp();
    await addCoupon(services);
    await addCoupon(services, { code: 'TWENTY', discountAmount: 20 });
    await put({ price: 1000 });
    await apply('TEN');
    await apply('TWENTY');

    expect(await cart()).toMatchObject({ appliedCoupon: { code: 'TWENTY' }, totalPrice: 8 });
  });

  it('never makes a total negative', async () => {
    const { services, put, apply, cart } = await setUp();
    await addCoupon(services, { discountType: 'fixed', discountAmount: 100 });
    await put({ price: 1000 });
    await apply('TEN');

    expect(await cart()).toMatchObject({ totalPrice: 0, totalDiscount: 10 });
  });

  it('applies only to the designs it names', async () => {
    const { services, put, apply, cart } = await setUp();
    const named = await put({ price: 1000 });
    await put({ price: 3000 });
    await addCoupon(services, { productIds: [named], discountAmount: 50 });
    await apply('TEN');

    expect(await cart()).toMatchObject({ totalPrice: 35, totalDiscount: 5 });
  });

  it('applies only to designs in the categories it names', async () => {
    const { services, put, apply, cart } = await setUp();
    await put({ price: 1000, category: 'Kits' });
    await put({ price: 3000 });
    const { id } = await services.database.read
      .selectFrom('categories')
      .select('id')
      .where('name', '=', 'Kits')
      .executeTakeFirstOrThrow();
    await addCoupon(services, { categoryIds: [id], discountAmount: 50 });
    await apply('TEN');

    expect(await cart()).toMatchObject({ totalPrice: 35, totalDiscount: 5 });
  });

  it('that is no longer valid takes nothing off and says why, and applies again once it is valid', async () => {
    const { app, services, token, put, apply, cart } = await setUp();
    await addCoupon(services, { minimumSubtotal: 25 });
    await put({ price: 1000 });
    const productId = await put({ price: 2000 });
    await apply('TEN');
    await call(app, 'cartRemove', { token, body: { productId } });

    const without = await cart();
    await put({ price: 2000 });
    const again = await cart();

    expect(without).toMatchObject({
      appliedCoupon: null,
      couponProblem: 'This coupon code requires a subtotal of at least $25.00.',
      totalPrice: 10,
      totalDiscount: 0,
    });
    expect(again).toMatchObject({ appliedCoupon: { code: 'TEN' }, totalPrice: 27 });
    expect(again).not.toHaveProperty('couponProblem');
  });

  it('reserves nothing before Create Order', async () => {
    const { services, put, apply } = await setUp();
    await addCoupon(services, { useLimit: 1 });
    await put();
    await apply('TEN');

    const coupon = await services.database.read
      .selectFrom('coupons')
      .select('used')
      .executeTakeFirstOrThrow();
    expect(coupon.used).toBe(0);
  });
});

describe('a code is refused', () => {
  it.each([
    ['it does not exist', 'NOPE', messages.coupon.unknown],
    ['it has ended', 'OVER', messages.coupon.ended],
    ['it has not started', 'SOON', messages.coupon.notYet],
    ['it names other designs', 'OTHERS', messages.coupon.nothingOff],
    ['the subtotal is too low', 'BIG', 'This coupon code requires a subtotal of at least $100.00.'],
  ])('when %s, and the cart is unchanged', async (_, code, message) => {
    const { services, put, applyRefused, cart } = await setUp();
    await addCoupon(services, { code: 'OVER', endsAt: '2026-02-01T00:00:00Z' });
    await addCoupon(services, { code: 'SOON', startsAt: '2026-04-01T00:00:00Z' });
    await addCoupon(services, { code: 'OTHERS', productIds: [await addProduct(services)] });
    await addCoupon(services, { code: 'BIG', minimumSubtotal: 100 });
    await put({ price: 1000 });
    const before = await cart();

    const { status, problem } = await applyRefused(code);

    expect([status, problem]).toEqual([409, { code: 'COUPON_REFUSED', message }]);
    expect(await cart()).toEqual(before);
  });

  it("for somebody else's cart, which does not exist for them", async () => {
    const { app, services, put, token, cartId } = await setUp();
    await addCoupon(services);
    await put();
    const other = await signUp(services);

    const refused = [
      await callRefused(app, 'couponApply', {
        token: other.token,
        body: { code: 'TEN', cartId },
      }),
      await callRefused(app, 'couponRemove', { token: other.token, body: { cartId } }),
      await callRefused(app, 'couponApply', { token, body: { code: 'TEN', cartId: newId() } }),
    ];

    expect(refused.map(({ status, problem }) => [status, problem.code])).toEqual(
      Array(3).fill([404, 'NOT_FOUND']),
    );
  });

  it('without a session (A05)', async () => {
    const { app, cartId } = await setUp();

    const refused = [
      await callRefused(app, 'couponApply', { body: { code: 'TEN', cartId } }),
      await callRefused(app, 'couponRemove', { body: { cartId } }),
    ];

    expect(refused.map(({ status }) => status)).toEqual([401, 401]);
  });

  it('when it is blank', async () => {
    const { applyRefused } = await setUp();

    const { status, problem } = await applyRefused('   ');

    expect(status).toBe(422);
    expect(problem.fields).toEqual({ code: messages.coupon.empty });
  });

  it('after twenty attempts, right or wrong, until ten minutes have passed', async () => {
    const { services, put, apply, applyRefused } = await setUp();
    await addCoupon(services);
    await put();
    for (let guess = 0; guess < 20; guess += 1) await applyRefused(`GUESS-${guess}`);

    const { status, problem } = await applyRefused('TEN');
    services.pass(600_000);

    expect([status, problem.code]).toEqual([429, 'TOO_MANY']);
    expect(await apply('TEN')).toEqual({ message: messages.coupon.applied });
  });
});

describe('a new coupon', () => {
  it.each([
    ['code', { code: 'A B' }],
    ['code', { code: 'ten' }],
    ['discountAmount', { code: 'X-1', discountAmount: 100.5 }],
    ['discountAmount', { code: 'X-1', discountAmount: 0 }],
    ['discountAmount', { code: 'X-1', discountAmount: 1.005 }],
    ['endsAt', { code: 'X-1', startsAt: '2026-02-01T00:00:00Z', endsAt: '2026-01-01T00:00:00Z' }],
    ['useLimit', { code: 'X-1', useLimit: 0 }],
    ['productIds', { code: 'X-1', productIds: ['0'.repeat(24)] }],
    ['categoryIds', { code: 'X-1', categoryIds: ['0'.repeat(24)] }],
  ])('is refused for its %s: %j', async (field, part) => {
    const { services } = await setUp();
    await addCoupon(services);

    const refused = await addCoupon(services, part).catch((error: unknown) => error);

    expect(refused).toBeInstanceOf(Problem);
    expect((refused as Problem).extra.fields).toHaveProperty([field]);
    expect(await services.database.read.selectFrom('coupons').select('code').execute()).toEqual([
      { code: 'TEN' },
    ]);
  });

  it('whose only design is gone applies to nothing rather than everything', async () => {
    const { services, put, applyRefused } = await setUp();
    const only = await addProduct(services);
    await addCoupon(services, { productIds: [only] });
    await services.database.write((tx) =>
      tx.deleteFrom('products').where('id', '=', only).execute(),
    );
    await put();

    expect((await applyRefused('TEN')).problem.message).toBe(messages.coupon.nothingOff);
  });
});
