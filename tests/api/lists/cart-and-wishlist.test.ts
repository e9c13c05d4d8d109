import type { Hono } from 'hono';
import { describe, expect, test } from 'vitest';
import { messages } from '#contract/messages/messages.ts';
import { limits } from '#contract/wire/limits.ts';
import { newId } from '#server/platform/database/new-id.ts';
import { call, callRefused, send } from '#tests/support/call.ts';
import { openListDesk } from '#tests/support/list-desk.ts';
import { signUp } from '#tests/support/sign-up.ts';

/** What carts and wishlists have in common. */

interface Sender {
  readonly token?: string;
  /** Idempotency-Key. */
  readonly key?: string;
}

const cart = {
  name: 'cart',
  messages: messages.cart,
  table: 'cartLines',
  read: async (app: Hono, sender: Sender) => {
    const { version, items } = (await call(app, 'cart', sender)).answer;
    return { version, items: items.map(({ productId, ...item }) => ({ id: productId, ...item })) };
  },
  add: 'cartAdd',
  remove: (app: Hono, productId: string, sender: Sender) =>
    call(app, 'cartRemove', { body: { productId }, ...sender }),
} as const;

const wishlist = {
  name: 'wishlist',
  messages: messages.wishlist,
  table: 'wishlistLines',
  read: async (app: Hono, sender: Sender) => {
    const { version, items } = (await call(app, 'wishlist', sender)).answer;
    return { version, items: items.map(({ _id, ...item }) => ({ id: _id, ...item })) };
  },
  add: 'wishlistAdd',
  remove: (app: Hono, id: string, sender: Sender) =>
    call(app, 'wishlistRemove', { params: { id }, ...sender }),
} as const;

describe.each([cart, wishlist])('the $name', (list) => {
  async function setUp() {
    const desk = await openListDesk();
    const { app, token } = desk;
    const adding = (productId: string, sender: Sender) => ({
      token,
      body: { productId },
      ...sender,
    });
    const read = (sender: Sender = {}) => list.read(app, { token, ...sender });
    return {
      ...desk,
      read,
      ids: async () => (await read()).items.map(({ id }) => id),
      add: async (productId: string, sender: Sender = {}) =>
        (await call(app, list.add, adding(productId, sender))).answer,
      addRefused: async (productId: string, sender: Sender = {}) => {
        const { status, problem } = await callRefused(app, list.add, adding(productId, sender));
        return { status, code: problem.code, message: problem.message };
      },
      remove: async (productId: string, sender: Sender = {}) =>
        (await list.remove(app, productId, { token, ...sender })).answer,
    };
  }

  test('adds a design by its id (S10, S12)', async () => {
    const { ids, add, product } = await setUp();
    const productId = await product();

    const answer = await add(productId);

    expect(answer).toEqual({ message: list.messages.added, version: 1 });
    expect(await ids()).toEqual([productId]);
  });

  test('leaves a design that is already there unchanged (P15, S10, S12)', async () => {
    const { services, read, add, product } = await setUp();
    const productId = await product();
    const first = await add(productId);
    const before = await read();
    services.pass(60_000);

    const second = await add(productId);

    expect(second).toEqual(first);
    expect(await read()).toEqual(before);
  });

  test('removes a design by its id (S11, S13)', async () => {
    const { ids, add, remove, product } = await setUp();
    const [gone, stays] = [await product(), await product()];
    await add(gone);
    await add(stays);

    const answer = await remove(gone);

    expect(answer).toEqual({ message: list.messages.removed, version: 3 });
    expect(await ids()).toEqual([stays]);
  });

  test('removing what is not there succeeds and changes nothing (S11)', async () => {
    const { read, add, remove, product } = await setUp();
    const never = await remove(newId());
    await add(await product());
    const before = await read();

    const answers = [await remove(newId()), await remove(await product())];

    expect([never, ...answers]).toMatchObject([{ version: 0 }, { version: 1 }, { version: 1 }]);
    expect(await read()).toEqual(before);
  });

  test('refuses an unknown design, a draft and one that is no longer sold', async () => {
    const { ids, product, addRefused } = await setUp();
    const [draft, retired] = [
      await product({ status: 'draft' }),
      await product({ status: 'retired' }),
    ];

    const answers = [await addRefused(newId()), await addRefused(draft), await addRefused(retired)];

    expect(answers).toMatchObject([
      { status: 404, code: 'NOT_FOUND' },
      { status: 404, code: 'NOT_FOUND' },
      { status: 409, code: 'PRODUCT_UNAVAILABLE' },
    ]);
    expect(await ids()).toEqual([]);
  });

  test('keeps a design that is no longer sold, and adds it no more once it was removed', async () => {
    const { read, add, remove, product, retire, addRefused } = await setUp();
    const productId = await product();
    await add(productId);
    await retire(productId);

    const again = await add(productId);
    const { items } = await read();
    await remove(productId);

    expect(again).toMatchObject({ version: 1 });
    expect(items).toMatchObject([{ id: productId, available: false }]);
    expect(await addRefused(productId)).toMatchObject({ code: 'PRODUCT_UNAVAILABLE' });
  });

  test('refuses one more than fit, and accepts it after a removal', async () => {
    const { services, accountId, add, remove, product, addRefused } = await setUp();
    const extra = await product();
    const ids = Array.from({ length: limits.setSize }, () => newId());
    await services.database.write(async (tx) => {
      const row = await tx.selectFrom('products').selectAll().executeTakeFirstOrThrow();
      for (const id of ids)
        await tx
          .insertInto('products')
          .values({ ...row, id, sku: id })
          .execute();
      const lines = ids.map((productId) => ({ accountId, productId, addedAt: row.updatedAt }));
      await tx.insertInto(list.table).values(lines).execute();
    });

    const refused = await addRefused(extra);
    await remove(ids[0] ?? '');

    expect(refused).toMatchObject({ status: 422, code: 'INVALID' });
    expect(refused.message).toContain(String(limits.setSize));
    expect(await add(extra)).toMatchObject({ message: list.messages.added });
  });

  test('belongs to its account', async () => {
    const { services, read, ids, add, remove, product } = await setUp();
    const productId = await product();
    await add(productId);
    const { token } = await signUp(services);

    const { items } = await read({ token });
    await remove(productId, { token });

    expect(items).toEqual([]);
    expect(await ids()).toEqual([productId]);
  });

  test('the same key has one effect and one answer', async () => {
    const { ids, add, remove, product } = await setUp();
    const productId = await product();
    const added = await add(productId, { key: 'op-00000001' });
    const removed = await remove(productId, { key: 'op-00000002' });

    expect(await add(productId, { key: 'op-00000001' })).toEqual(added);
    expect(await ids()).toEqual([]);
    await add(productId);
    expect(await remove(productId, { key: 'op-00000002' })).toEqual(removed);
    expect(await ids()).toEqual([productId]);
  });

  test('the same key of another account is another key', async () => {
    const { services, read, add, product } = await setUp();
    const { token } = await signUp(services);
    const productId = await product();
    await add(productId, { key: 'op-00000001' });

    await add(productId, { token, key: 'op-00000001' });

    expect((await read({ token })).items).toHaveLength(1);
  });

  test('the same key with another design is refused', async () => {
    const { ids, add, product, addRefused } = await setUp();
    const [first, second] = [await product(), await product()];
    await add(first, { key: 'op-00000001' });

    expect(await addRefused(second, { key: 'op-00000001' })).toMatchObject({
      status: 422,
      code: 'KEY_REUSED',
    });
    expect(await ids()).toEqual([first]);
  });

  test('a refusal is not stored under its key', async () => {
    const { services, add, product, addRefused } = await setUp();
    const productId = await product({ status: 'draft' });
    await addRefused(productId, { key: 'op-00000001' });
    await services.database.write((tx) =>
      tx.updateTable('products').set({ status: 'published' }).execute(),
    );

    expect(await add(productId, { key: 'op-00000001' })).toMatchObject({ version: 1 });
  });

  test('thirty simultaneous adds of one design are one line and one version', async () => {
    const { app, token, read, product } = await setUp();
    const body = { productId: await product() };

    const responses = await Promise.all(
      Array.from({ length: 30 }, () => send(app, list.add, { token, body })),
    );

    expect(new Set(responses.map(({ status }) => status))).toEqual(new Set([200]));
    const { items, version } = await read();
    expect([items.length, version]).toEqual([1, 1]);
  });

  test('is another one than the other list', async () => {
    const { app, token, add, product } = await setUp();
    await add(await product());

    const other = await (list.name === 'cart' ? wishlist : cart).read(app, { token });

    expect(other).toEqual({ items: [], version: 0 });
  });
});
