import { expect, test } from 'vitest';
import type { ClothView } from '#contract/shop/cloth-view.ts';
import { createApp } from '#server/app.ts';
import { makeChange } from '#server/platform/database/change.ts';
import { addProduct } from '#tests/support/add-product.ts';
import { call, callRefused } from '#tests/support/call.ts';
import { makeServices } from '#tests/support/make-services.ts';
import { signInOn, signUp } from '#tests/support/sign-up.ts';

const halfDrop: ClothView = {
  layout: 'half-drop',
  percent: 75,
  thing: null,
  picture: 0,
  beside: [],
};
const mug: ClothView = { ...halfDrop, percent: 40, thing: 'mug', picture: 2 };

async function setUp() {
  const services = await makeServices();
  const app = createApp(services);
  const phone = await signUp(services);
  const laptop = await makeChange(services, (change) => signInOn(change, phone.id, 'Firefox'));
  const productId = await addProduct(services);
  const { token } = phone;
  return {
    app,
    phone,
    laptop,
    productId,
    adds: (['cartAdd', 'wishlistAdd'] as const).map(
      (name) => async (view?: ClothView | null) =>
        (await call(app, name, { token, body: { productId, view } })).answer,
    ),
    /** The views of the design in cart and wishlist, as another device sees them. */
    async kept() {
      const { answer: cart } = await call(app, 'cart', { token: laptop.token });
      const { answer: wishlist } = await call(app, 'wishlist', { token: laptop.token });
      return [cart.items[0]?.view, wishlist.items[0]?.view];
    },
  };
}

test('a view comes back on every device with its line in the cart and the wishlist', async () => {
  const { adds, kept, phone, app } = await setUp();
  for (const add of adds) await add(halfDrop);

  expect(await kept()).toEqual([halfDrop, halfDrop]);
  const { answer: data } = await call(app, 'myData', { token: phone.token });
  expect([data.cart[0]?.view, data.wishlist[0]?.view]).toEqual([halfDrop, halfDrop]);
});

test('an add without a view leaves a kept one as it is', async () => {
  const { adds, kept } = await setUp();
  for (const add of adds) {
    const { version } = await add(halfDrop);
    expect((await add()).version).toBe(version);
  }

  expect(await kept()).toEqual([halfDrop, halfDrop]);
});

test('a view is removed by itself, which is news for other devices', async () => {
  const { adds, kept } = await setUp();
  for (const add of adds) {
    const { version } = await add(halfDrop);
    expect((await add(null)).version).toBe(version + 1);
    expect((await add(null)).version).toBe(version + 1);
  }

  expect(await kept()).toEqual([undefined, undefined]);
});

test('removing the view of a design that another device removed changes nothing', async () => {
  const { app, adds, kept, phone, laptop, productId } = await setUp();
  for (const add of adds) await add(halfDrop);
  await call(app, 'cartRemove', { token: laptop.token, body: { productId } });
  await call(app, 'wishlistRemove', { token: laptop.token, params: { id: productId } });

  for (const add of adds) expect((await add(null)).version).toBe(2);

  expect(await kept()).toEqual([undefined, undefined]);
  const { answer: cart } = await call(app, 'cart', { token: phone.token });
  const { answer: wishlist } = await call(app, 'wishlist', { token: phone.token });
  expect([cart.items, wishlist.items]).toEqual([[], []]);
  expect(cart.removed).toMatchObject([{ productId, view: halfDrop }]);
});

test('the last view replaces the one before, and is news for other devices', async () => {
  const { adds, kept } = await setUp();
  for (const add of adds) {
    await add();
    const { version } = await add(halfDrop);
    expect(version).toBe(2);
    expect((await add(mug)).version).toBe(3);
    expect((await add(mug)).version).toBe(3);
  }

  expect(await kept()).toEqual([mug, mug]);
});

test('a design that was removed and added again has no view', async () => {
  const { app, adds, kept, phone, productId } = await setUp();
  for (const add of adds) await add(halfDrop);
  await call(app, 'cartRemove', { token: phone.token, body: { productId } });
  await call(app, 'wishlistRemove', { token: phone.token, params: { id: productId } });
  for (const add of adds) await add();

  expect(await kept()).toEqual([undefined, undefined]);
});

test('what another device removed from the cart comes back with its view', async () => {
  const { app, adds, phone, laptop, productId } = await setUp();
  await adds[0]?.(halfDrop);
  await call(app, 'cartRemove', { token: laptop.token, body: { productId } });

  const { answer: cart } = await call(app, 'cart', { token: phone.token });
  const { answer: data } = await call(app, 'myData', { token: phone.token });

  expect(cart.removed?.[0]?.view).toEqual(halfDrop);
  expect(data.removedFromCart[0]?.view).toEqual(halfDrop);
});

test('a view that the bench doesn’t have is refused with a reason, and changes nothing', async () => {
  const { app, kept, phone, productId } = await setUp();
  const wrong = [
    { ...halfDrop, layout: 'spiral' },
    { ...halfDrop, percent: 24 },
    { ...halfDrop, percent: 99.5 },
    { ...halfDrop, thing: 'hat' },
    { ...halfDrop, picture: -1 },
    { ...halfDrop, beside: ['x'] },
    { ...halfDrop, beside: Array(3).fill(productId) },
    'half-drop',
  ] as ClothView[];
  for (const name of ['cartAdd', 'wishlistAdd'] as const) {
    for (const view of wrong) {
      const body = { productId, view };
      const { status, problem } = await callRefused(app, name, { token: phone.token, body });
      expect([status, problem.code]).toEqual([422, 'INVALID']);
      expect(Object.values(problem.fields ?? {}).join('')).not.toBe('');
    }
  }

  expect(await kept()).toEqual([undefined, undefined]);
});
