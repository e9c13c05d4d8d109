import { expect, test } from 'vitest';
import { messages } from '#contract/messages/messages.ts';
import { limits } from '#contract/wire/limits.ts';
import { readCart, removeFromCart } from '#server/lists/carts/queries.ts';
import { newId } from '#server/platform/database/new-id.ts';
import { call, callRefused, send } from '#tests/support/call.ts';
import { openListDesk } from '#tests/support/list-desk.ts';
import { signUp } from '#tests/support/sign-up.ts';

async function setUp() {
  const desk = await openListDesk();
  const { app, token } = desk;
  return {
    ...desk,
    cart: async () => (await call(app, 'cart', { token })).answer,
    add: async (productId: string) =>
      (await call(app, 'cartAdd', { token, body: { productId } })).answer,
    remove: async (productId: string) =>
      (await call(app, 'cartRemove', { token, body: { productId } })).answer,
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

test('adds a design by its id (S10)', async () => {
  const { cart, add, product } = await setUp();
  const productId = await product();

  const answer = await add(productId);

  expect(answer).toEqual({ message: messages.cart.added, version: 1 });
  expect((await cart()).items.map((item) => item.productId)).toEqual([productId]);
});

test('adding twice gives one line and the same answer (S10)', async () => {
  const { services, cart, add, product } = await setUp();
  const productId = await product();
  const first = await add(productId);
  services.pass(60_000);

  const second = await add(productId);

  expect(second).toEqual(first);
  const { items } = await cart();
  expect(items).toHaveLength(1);
  expect(items[0]?.addedAt).toBe('2026-03-01T09:00:00.000Z');
});

test('removes a design by its id (S11)', async () => {
  const { cart, add, remove, product } = await setUp();
  const [gone, kept] = [await product(), await product()];
  await add(gone);
  await add(kept);

  const answer = await remove(gone);

  expect(answer).toEqual({ message: messages.cart.removed, version: 3 });
  expect((await cart()).items.map((item) => item.productId)).toEqual([kept]);
});

test('removing what is not there succeeds and changes nothing (S11)', async () => {
  const { cart, add, remove, product } = await setUp();
  await add(await product());
  const before = await cart();

  expect((await remove(newId())).version).toBe(1);
  expect((await remove(await product())).version).toBe(1);
  expect(await cart()).toEqual(before);
});

test('removing from a cart that was never created returns version 0', async () => {
  const { remove } = await setUp();

  expect((await remove(newId())).version).toBe(0);
});

test('refuses an unknown design and a draft alike', async () => {
  const { app, cart, token, product } = await setUp();
  const draft = await product({ status: 'draft' });

  const answers = await Promise.all(
    [newId(), draft].map((productId) =>
      callRefused(app, 'cartAdd', { token, body: { productId } }),
    ),
  );

  expect(answers.map(({ problem }) => problem.code)).toEqual(['NOT_FOUND', 'NOT_FOUND']);
  expect((await cart()).items).toEqual([]);
});

test('refuses a design that is no longer sold if it is not in the cart', async () => {
  const { app, token, add, remove, retire, product } = await setUp();
  const productId = await product();
  await add(productId);
  await retire(productId);

  const again = await add(productId);
  await remove(productId);
  const { status, problem } = await callRefused(app, 'cartAdd', { token, body: { productId } });

  expect(again.version).toBe(1);
  expect([status, problem.code]).toEqual([409, 'PRODUCT_UNAVAILABLE']);
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

test('a full cart refuses one more, and accepts it after a removal', async () => {
  const { app, services, accountId, token, add, remove, product } = await setUp();
  const extra = await product();
  const ids = Array.from({ length: limits.setSize }, () => newId());
  await services.database.write(async (tx) => {
    const row = await tx.selectFrom('products').selectAll().executeTakeFirstOrThrow();
    for (const id of ids)
      await tx
        .insertInto('products')
        .values({ ...row, id, sku: id })
        .execute();
    const addedAt = services.clock().toISOString();
    const lines = ids.map((productId) => ({ accountId, productId, addedAt }));
    await tx.insertInto('cartLines').values(lines).execute();
  });

  const { status, problem } = await callRefused(app, 'cartAdd', {
    token,
    body: { productId: extra },
  });
  await remove(ids[0] ?? '');

  expect([status, problem.code]).toEqual([422, 'INVALID']);
  expect(problem.message).toContain('500');
  expect((await add(extra)).message).toBe(messages.cart.added);
});

test('each account has a cart of its own', async () => {
  const { app, services, add, product } = await setUp();
  const productId = await product();
  await add(productId);
  const other = await signUp(services);

  const { answer } = await call(app, 'cart', { token: other.token });
  await call(app, 'cartRemove', { token: other.token, body: { productId } });

  expect(answer.items).toEqual([]);
  expect(await services.database.read.selectFrom('cartLines').selectAll().execute()).toHaveLength(
    1,
  );
});

test('needs a session', async () => {
  const { app, product } = await setUp();
  const body = { productId: await product() };

  const refused = await Promise.all([
    callRefused(app, 'cart', {}),
    callRefused(app, 'cartAdd', { body }),
    callRefused(app, 'cartRemove', { body }),
  ]);

  expect(refused.map(({ status }) => status)).toEqual([401, 401, 401]);
});

test('the same key has one effect and one answer', async () => {
  const { app, token, cart, remove, product } = await setUp();
  const body = { productId: await product() };
  const add = () => call(app, 'cartAdd', { token, body, key: 'op-00000001' });
  const first = await add();
  await remove(body.productId);

  const second = await add();

  expect(second.answer).toEqual(first.answer);
  expect((await cart()).items).toEqual([]);
});

test('the same key of another account is another key', async () => {
  const { app, services, token, product } = await setUp();
  const other = await signUp(services);
  const body = { productId: await product() };
  await call(app, 'cartAdd', { token, body, key: 'op-00000001' });

  await call(app, 'cartAdd', { token: other.token, body, key: 'op-00000001' });

  const { answer } = await call(app, 'cart', { token: other.token });
  expect(answer.items).toHaveLength(1);
});

test('the same key with another design is refused', async () => {
  const { app, token, cart, product } = await setUp();
  const [first, second] = [await product(), await product()];
  await call(app, 'cartAdd', { token, body: { productId: first }, key: 'op-00000001' });

  const { status, problem } = await callRefused(app, 'cartAdd', {
    token,
    body: { productId: second },
    key: 'op-00000001',
  });

  expect([status, problem.code]).toEqual([422, 'KEY_REUSED']);
  expect((await cart()).items.map((item) => item.productId)).toEqual([first]);
});

test('a refusal is not stored under its key', async () => {
  const { app, services, token, product } = await setUp();
  const productId = await product({ status: 'draft' });
  const request = { token, body: { productId }, key: 'op-00000001' };
  await callRefused(app, 'cartAdd', request);
  await services.database.write((tx) =>
    tx.updateTable('products').set({ status: 'published' }).execute(),
  );

  const { answer } = await call(app, 'cartAdd', request);

  expect(answer.version).toBe(1);
});

test('thirty simultaneous adds of one design are one line and one version', async () => {
  const { app, token, cart, product } = await setUp();
  const body = { productId: await product() };

  const responses = await Promise.all(
    Array.from({ length: 30 }, () => send(app, 'cartAdd', { token, body })),
  );

  expect(new Set(responses.map((response) => response.status))).toEqual(new Set([200]));
  const { items, version } = await cart();
  expect([items.length, version]).toEqual([1, 1]);
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
