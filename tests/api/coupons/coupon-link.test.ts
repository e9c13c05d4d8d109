import { expect, test } from 'vitest';
import { messages } from '#contract/messages/messages.ts';
import { maxOfferedDesigns } from '#contract/shop/coupon.ts';
import { createApp } from '#server/app.ts';
import { addCoupon } from '#tests/support/add-coupon.ts';
import { addProduct } from '#tests/support/add-product.ts';
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
    put: async (price: number) => {
      const productId = await addProduct(services, { price });
      await call(app, 'cartAdd', { token, body: { productId } });
      return productId;
    },
    offer: async (code: string) => (await call(app, 'couponOffer', { params: { code } })).answer,
    offerRefused: (code: string) => callRefused(app, 'couponOffer', { params: { code } }),
    keep: async (code: string) =>
      (await call(app, 'couponApply', { token, body: { code, cartId, isForLater: true } })).answer,
    keepRefused: (code: string) =>
      callRefused(app, 'couponApply', { token, body: { code, cartId, isForLater: true } }),
  };
}

test('a coupon says what it gives to whoever has its code, in any case', async () => {
  const { services, offer } = await setUp();
  await addCoupon(services, {
    code: 'Fair-20',
    discountAmount: 20,
    minimumSubtotal: 25,
    isOncePerCustomer: true,
  });

  expect(await offer('fair-20')).toEqual({
    code: 'Fair-20',
    discountType: 'percentage',
    discountAmount: 20,
    minimumSubtotal: 25,
    startsAt: null,
    endsAt: null,
    isOncePerCustomer: true,
    scope: null,
    state: 'on',
  });
});

test('a coupon names its categories, and its designs that are for sale', async () => {
  const { services, offer } = await setUp();
  const title = 'Sleepy fox';
  const named = await addProduct(services, { title, category: 'Kits' });
  const draft = await addProduct(services, { status: 'draft' });
  const many: string[] = [];
  for (let index = 0; index < maxOfferedDesigns; index += 1) {
    many.push(await addProduct(services));
  }
  await addProduct(services, { category: 'Papers' });
  const categories = services.database.read.selectFrom('categories').select('id');
  const { id } = await categories.where('name', '=', 'Kits').executeTakeFirstOrThrow();
  const other = await categories.where('name', '=', 'Papers').executeTakeFirstOrThrow();
  await addCoupon(services, { productIds: [named, draft, ...many], categoryIds: [id] });
  await addCoupon(services, { code: 'OTHER', categoryIds: [other.id] });

  const { scope } = await offer('TEN');

  expect(scope?.categories).toEqual([{ _id: id, name: 'Kits' }]);
  expect(scope?.designs).toHaveLength(maxOfferedDesigns);
  expect(scope?.designs).toContainEqual({ _id: named, title });
  expect(scope?.designs.map(({ _id }) => _id)).not.toContain(draft);
  expect(scope?.designCount).toBe(maxOfferedDesigns + 1);
});

test('a coupon says that it hasn’t begun, has ended or is used up', async () => {
  const now = new Date('2026-05-01T10:00:00.000Z');
  const { services, offer } = await setUp({ clock: () => now });
  await addCoupon(services, { code: 'LATER', startsAt: '2026-05-01T10:00:00.001Z' });
  await addCoupon(services, { code: 'OVER', endsAt: '2026-05-01T10:00:00.000Z' });
  await addCoupon(services, { code: 'GONE', useLimit: 1 });
  await addCoupon(services, { code: 'OFF' });
  const { write } = services.database;
  await write((tx) =>
    tx.updateTable('coupons').set({ used: 1 }).where('code', '=', 'GONE').execute(),
  );
  await write((tx) =>
    tx.updateTable('coupons').set({ isOff: 1 }).where('code', '=', 'OFF').execute(),
  );

  expect((await offer('LATER')).state).toBe('planned');
  expect((await offer('OVER')).state).toBe('ended');
  expect((await offer('GONE')).state).toBe('used up');
  expect((await offer('OFF')).state).toBe('ended');
});

test.each(['NO-SUCH', 'ab', 'x'.repeat(33), 'FAIR 20', 'ФЕСТ20', '%00', "' OR 1=1"])(
  'the code %j is answered as unknown',
  async (code) => {
    const { services, offerRefused } = await setUp();
    await addCoupon(services);

    expect(await offerRefused(code)).toMatchObject({ status: 404, problem: { code: 'NOT_FOUND' } });
  },
);

test('codes can’t be guessed: wrong looks and refused codes count together for an address', async () => {
  const { services, offerRefused, keepRefused } = await setUp();
  await addCoupon(services);
  for (let guess = 0; guess < 99; guess += 1) await offerRefused(`GUESS-${guess}`);
  await keepRefused('GUESS-99');

  const refused = [await offerRefused('TEN'), await keepRefused('TEN')];

  expect(refused).toMatchObject(Array(2).fill({ status: 429, problem: { code: 'TOO_MANY' } }));
});

test('guesses at the same time learn no more than one after another', async () => {
  const { services, offerRefused } = await setUp();
  await addCoupon(services);

  const refused = await Promise.all(
    Array.from({ length: 150 }, (_, guess) => offerRefused(`GUESS-${guess}`)),
  );

  expect(refused.filter(({ status }) => status === 404)).toHaveLength(100);
});

test('the code on a sign works for as many buyers behind one address as there are', async () => {
  const { services, offer } = await setUp();
  await addCoupon(services);
  for (let scan = 0; scan < 100; scan += 1) await offer('TEN');

  expect(await offer('TEN')).toMatchObject({ code: 'TEN', state: 'on' });
});

test('a coupon that is kept for later applies once the cart has what it needs', async () => {
  const { services, keep, cart, put } = await setUp();
  await addCoupon(services, { minimumSubtotal: 25 });

  const answer = await keep('ten');
  const empty = await cart();
  await put(2000);
  const short = await cart();
  await put(1000);
  const enough = await cart();

  expect(answer).toEqual({ message: messages.coupon.forLater });
  expect(empty).toMatchObject({ appliedCoupon: null, waitingCode: 'TEN' });
  expect(short).toMatchObject({
    appliedCoupon: null,
    waitingCode: 'TEN',
    couponProblem: 'This coupon code requires a subtotal of at least $25.00.',
    totalPrice: 20,
  });
  expect(enough).toMatchObject({ appliedCoupon: { code: 'TEN' }, totalPrice: 27 });
  expect(enough).not.toHaveProperty('waitingCode');
});

test('a coupon that hasn’t begun is kept for later; without asking for that, it is refused', async () => {
  let now = new Date('2026-05-01T10:00:00.000Z');
  const { services, app, token, keep, cart, put } = await setUp({ clock: () => now });
  await addCoupon(services, { startsAt: '2026-05-02T10:00:00.000Z' });
  await put(2000);
  const cartId = (await cart())._id;

  const refused = await callRefused(app, 'couponApply', { token, body: { code: 'TEN', cartId } });
  const answer = await keep('TEN');
  const before = await cart();
  now = new Date('2026-05-02T10:00:00.000Z');

  expect(refused.problem).toMatchObject({
    code: 'COUPON_REFUSED',
    message: messages.coupon.notYet,
  });
  expect(answer).toEqual({ message: messages.coupon.forLater });
  expect(before).toMatchObject({ appliedCoupon: null, couponProblem: messages.coupon.notYet });
  expect(await cart()).toMatchObject({ appliedCoupon: { code: 'TEN' }, totalPrice: 18 });
});

test('a coupon that has ended isn’t kept for later, and the one on the cart stays', async () => {
  const { services, keep, keepRefused, cart, put } = await setUp();
  await addCoupon(services);
  await addCoupon(services, { code: 'OVER', endsAt: '2020-01-01T00:00:00.000Z' });
  await put(2000);
  await keep('TEN');

  const refused = await keepRefused('OVER');

  expect(refused.problem).toMatchObject({ code: 'COUPON_REFUSED', message: messages.coupon.ended });
  expect(await cart()).toMatchObject({ appliedCoupon: { code: 'TEN' } });
});
