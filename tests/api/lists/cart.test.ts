import { expect, test } from 'vitest';
import { readCart, removeFromCart } from '#server/lists/carts/queries.ts';
import { call, callRefused } from '#tests/support/call.ts';
import { openListDesk } from '#tests/support/list-desk.ts';

async function setUp() {
  const desk = await openListDesk();
  const { app, token } = desk;
  return {
    ...desk,
    cart: async () => (await call(app, 'cart', { token })).answer,
    add: async (productId: string) =>
      (await call(app, 'cartAdd', { token, body: { productId } })).answer,
  };
}

test('an empty cart has an id, no items and totals of zero (S09)', async () => {
  const { cart } = await setUp();

  const first = await cart();

  expect(first).toEqual({
    _id: expect.stringMatching(/^[0-9a-f]{24}$/),
    items: [],
    totalPrice: 0,
    totalDiscount: 0,
    appliedCoupon: null,
    version: 0,
  });
  expect(await cart()).toEqual(first);
});

test('returns items with their prices and the total to pay (S09, O07)', async () => {
  const { services, cart, add, product } = await setUp();
  const foxes = await product({ title: 'Foxes', price: 1250, discountedPrice: 999 });
  services.pass(1000);
  const moons = await product({ title: 'Moons', price: 800 });
  await add(foxes);
  services.pass(1000);
  await add(moons);

  const answer = await cart();

  const addedOn = { name: 'Browser on another device', isThis: true };
  expect(answer).toEqual({
    _id: expect.any(String),
    items: [
      {
        productId: foxes,
        title: 'Foxes',
        image: `/images/${foxes.padEnd(64, '0')}/640.webp`,
        price: 12.5,
        discountedPrice: 9.99,
        available: true,
        addedAt: '2026-03-01T09:00:01.000Z',
        addedOn,
      },
      {
        productId: moons,
        title: 'Moons',
        image: `/images/${moons.padEnd(64, '0')}/640.webp`,
        price: 8,
        discountedPrice: null,
        available: true,
        addedAt: '2026-03-01T09:00:02.000Z',
        addedOn,
      },
    ],
    totalPrice: 17.99,
    totalDiscount: 2.51,
    appliedCoupon: null,
    version: 2,
  });
});

test('has its id even before the first design (O07)', async () => {
  const { cart, add, product } = await setUp();
  const before = await cart();
  await add(await product());

  expect((await cart())._id).toBe(before._id);
});

test('keeps showing a design that is no longer sold, outside the totals', async () => {
  const { cart, add, retire, product } = await setUp();
  const [sold, retired] = [await product({ price: 500 }), await product({ price: 700 })];
  await add(sold);
  await add(retired);
  await retire(retired);

  const { items, totalPrice, totalDiscount } = await cart();

  const availability = Object.fromEntries(items.map((item) => [item.productId, item.available]));
  expect(availability).toEqual({ [sold]: true, [retired]: false });
  expect([totalPrice, totalDiscount]).toEqual([5, 0]);
});

test('shows the current price, not that when it was added', async () => {
  const { services, cart, add, product } = await setUp();
  const productId = await product({ price: 500 });
  await add(productId);
  await services.database.write((tx) =>
    tx.updateTable('products').set({ price: 900, discountedPrice: 0 }).execute(),
  );

  const { items, totalPrice, totalDiscount } = await cart();

  expect(items[0]).toMatchObject({ price: 9, discountedPrice: 0 });
  expect([totalPrice, totalDiscount]).toEqual([0, 9]);
});

test('a transaction sees its own changes to the cart', async () => {
  const { services, accountId, add, product } = await setUp();
  const [bought, kept] = [await product(), await product()];
  await add(bought);
  await add(kept);

  const inside = await services.database.write(async (tx) => {
    await removeFromCart(tx, accountId, [bought]);
    return readCart(tx, services.clock(), { id: accountId, deviceId: null });
  });

  expect(inside.lines.map((line) => line.productId)).toEqual([kept]);
  expect(inside.version).toBe(3);
});

test.each([
  ['no product', {}],
  ['a number', { productId: 7 }],
  ['a short id', { productId: 'abc' }],
  ['a list', { productId: ['a'.repeat(24)] }],
])('refuses %s with a message', async (_, body) => {
  const { app, token } = await setUp();

  const { status, problem } = await callRefused(app, 'cartAdd', { token, body: body as never });

  expect(status).toBe(422);
  expect(Object.keys(problem.fields ?? {})).toEqual(['productId']);
});
