import { expect, test } from 'vitest';
import { messages } from '#contract/messages/messages.ts';
import { limits } from '#contract/wire/limits.ts';
import { newId } from '#server/platform/database/new-id.ts';
import { call, callRefused, send } from '#tests/support/call.ts';
import { openListDesk } from '#tests/support/list-desk.ts';
import { signUp } from '#tests/support/sign-up.ts';

async function setUp() {
  const desk = await openListDesk();
  const { app, token } = desk;
  return {
    ...desk,
    wishlist: async () => (await call(app, 'wishlist', { token })).answer,
    save: async (productId: string) =>
      (await call(app, 'wishlistAdd', { token, body: { productId } })).answer,
    remove: async (id: string) =>
      (await call(app, 'wishlistRemove', { token, params: { id } })).answer,
  };
}

test('an empty wishlist has no items (S14)', async () => {
  const { wishlist } = await setUp();

  expect(await wishlist()).toEqual({ items: [], version: 0 });
});

test('returns what was saved, with current prices (S14, O09)', async () => {
  const { services, wishlist, save, product } = await setUp();
  const foxes = await product({ title: 'Foxes', price: 1250, discountedPrice: 999 });
  const moons = await product({ title: 'Moons', price: 800 });
  await save(moons);
  services.pass(1000);
  await save(foxes);

  expect(await wishlist()).toEqual({
    items: [
      {
        _id: moons,
        title: 'Moons',
        image: `/images/${moons.padEnd(64, '0')}/640.webp`,
        price: 8,
        discountedPrice: null,
        available: true,
        addedAt: '2026-03-01T09:00:00.000Z',
      },
      {
        _id: foxes,
        title: 'Foxes',
        image: `/images/${foxes.padEnd(64, '0')}/640.webp`,
        price: 12.5,
        discountedPrice: 9.99,
        available: true,
        addedAt: '2026-03-01T09:00:01.000Z',
      },
    ],
    version: 2,
  });
});

test('saves a design by its id and confirms it (S12)', async () => {
  const { save, product } = await setUp();

  expect(await save(await product())).toEqual({ message: messages.wishlist.added, version: 1 });
});

test('leaves a design that is already there unchanged (P15, S12)', async () => {
  const { services, wishlist, save, product } = await setUp();
  const productId = await product();
  const first = await save(productId);
  const before = await wishlist();
  services.pass(60_000);

  const second = await save(productId);

  expect(second).toEqual(first);
  expect(await wishlist()).toEqual(before);
});

test('removes a design by its id and confirms it (S13)', async () => {
  const { wishlist, save, remove, product } = await setUp();
  const [kept, gone] = [await product(), await product()];
  await save(kept);
  await save(gone);

  const answer = await remove(gone);

  expect(answer).toEqual({ message: messages.wishlist.removed, version: 3 });
  expect((await wishlist()).items.map((item) => item._id)).toEqual([kept]);
});

test('removing what is not there changes nothing and is no error', async () => {
  const { save, remove, product } = await setUp();
  await save(await product());

  const answers = [await remove(await product()), await remove(newId())];

  expect(answers.map(({ version }) => version)).toEqual([1, 1]);
});

test('a design that is no longer sold stays, marked as such', async () => {
  const { wishlist, save, product, retire } = await setUp();
  const productId = await product();
  await save(productId);
  await retire(productId);

  expect((await wishlist()).items).toMatchObject([{ _id: productId, available: false }]);
});

test('does not save a design that is no longer sold, not yet published or missing', async () => {
  const { app, token, wishlist, product } = await setUp();
  const productIds = [
    await product({ status: 'retired' }),
    await product({ status: 'draft' }),
    newId(),
  ];

  const refused = await Promise.all(
    productIds.map((productId) => callRefused(app, 'wishlistAdd', { token, body: { productId } })),
  );

  expect(refused.map(({ problem }) => problem.code)).toEqual([
    'PRODUCT_UNAVAILABLE',
    'NOT_FOUND',
    'NOT_FOUND',
  ]);
  expect((await wishlist()).items).toEqual([]);
});

test('limits the number of designs', async () => {
  const { app, services, accountId, token, product } = await setUp();
  const last = await product();
  await services.database.write(async (tx) => {
    const row = await tx.selectFrom('products').selectAll().executeTakeFirstOrThrow();
    for (let place = 0; place < limits.setSize; place += 1) {
      const productId = newId();
      await tx
        .insertInto('products')
        .values({ ...row, id: productId, sku: productId })
        .execute();
      await tx
        .insertInto('wishlistLines')
        .values({ accountId, productId, addedAt: row.updatedAt })
        .execute();
    }
  });

  const { status, problem } = await callRefused(app, 'wishlistAdd', {
    token,
    body: { productId: last },
  });

  expect([status, problem.code]).toEqual([422, 'INVALID']);
});

test('belongs to its account', async () => {
  const { app, services, save, wishlist, product } = await setUp();
  const productId = await product();
  await save(productId);
  const other = await signUp(services);

  const { answer } = await call(app, 'wishlist', { token: other.token });
  await call(app, 'wishlistRemove', { token: other.token, params: { id: productId } });

  expect(answer.items).toEqual([]);
  expect((await wishlist()).items).toHaveLength(1);
});

test('needs a session', async () => {
  const { app, product } = await setUp();
  const productId = await product();

  const refused = await Promise.all([
    callRefused(app, 'wishlist', {}),
    callRefused(app, 'wishlistAdd', { body: { productId } }),
    callRefused(app, 'wishlistRemove', { params: { id: productId } }),
  ]);

  expect(refused.map(({ status }) => status)).toEqual([401, 401, 401]);
});

test('the same key has one effect and one answer', async () => {
  const { app, token, wishlist, save, product } = await setUp();
  const productId = await product();
  await save(productId);
  const remove = () =>
    call(app, 'wishlistRemove', { token, params: { id: productId }, key: 'op-00000001' });
  const first = await remove();
  await save(productId);

  const second = await remove();

  expect(second.answer).toEqual(first.answer);
  expect((await wishlist()).items).toHaveLength(1);
});

test('the same key with another design is refused', async () => {
  const { app, token, wishlist, product } = await setUp();
  const [first, second] = [await product(), await product()];
  const save = (productId: string) => ({ token, body: { productId }, key: 'op-00000001' });
  await call(app, 'wishlistAdd', save(first));

  const { status, problem } = await callRefused(app, 'wishlistAdd', save(second));

  expect([status, problem.code]).toEqual([422, 'KEY_REUSED']);
  expect((await wishlist()).items.map((item) => item._id)).toEqual([first]);
});

test('thirty simultaneous saves of one design are one item and one version', async () => {
  const { app, token, wishlist, product } = await setUp();
  const body = { productId: await product() };

  const responses = await Promise.all(
    Array.from({ length: 30 }, () => send(app, 'wishlistAdd', { token, body })),
  );

  expect(new Set(responses.map((response) => response.status))).toEqual(new Set([200]));
  const { items, version } = await wishlist();
  expect([items.length, version]).toEqual([1, 1]);
});

test('cart and wishlist are independent', async () => {
  const { app, token, save, product } = await setUp();
  await save(await product());

  const { answer: cart } = await call(app, 'cart', { token });

  expect([cart.items, cart.version]).toEqual([[], 0]);
});
